import type { PostLanguage } from '#contract/base/limits.ts'
import type { PostListQuery, PostQuery } from '#contract/posts/calls.ts'
import { paths } from '#web/api/paths.ts'
import { callQuery } from '#web/api/query.ts'
import { parsePage } from '#web/ui/use-page-number.ts'
import { preferredLanguage } from './languages.ts'

export const postListQuery = (query: PostListQuery) => callQuery('posts', { query })

export const postQuery = (post_id: number, query: PostQuery) => callQuery('post', { params: { post_id }, query })

/** Reads the query unvalidated; the API treats an unknown language as English and refuses an invalid page. */
export function readPostListQuery(search: URLSearchParams): PostListQuery {
  const language = (search.get('language') ?? 'en') as PostLanguage
  return { language, tag: search.get('tag') ?? '', page: parsePage(search) }
}

/**
 * The list in the visitor's language, if a link without one was followed in the browser. The server redirects such
 * requests itself, and renders the English list.
 */
export function findPreferredList(search: URLSearchParams): string | undefined {
  if (search.size > 0 || import.meta.env.SSR || typeof document === 'undefined') return undefined
  const language = preferredLanguage(navigator.languages ?? [])
  return language === 'en' ? undefined : paths.postList({ language })
}

/** First comment to show; anything but an id means the beginning. */
export function readPostQuery(search: URLSearchParams): PostQuery {
  const id = (name: string) => (/^\d{1,9}$/.test(search.get(name) ?? '') ? Number(search.get(name)) : undefined)
  return { from: id('from') || undefined, reply: id('reply') || undefined }
}
