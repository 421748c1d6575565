import type { PostLanguage } from '#contract/base/limits.ts'
import type { PostListQuery, PostQuery } from '#contract/posts/calls.ts'
import { callQuery } from '#web/api/query.ts'
import { parsePage } from '#web/ui/use-page-number.ts'

export const postListQuery = (query: PostListQuery) => callQuery('posts', { query })

export const postQuery = (post_id: number, query: PostQuery) => callQuery('post', { params: { post_id }, query })

/** Reads the query unvalidated; the API treats an unknown language as English and refuses an invalid page. */
export function readPostListQuery(search: URLSearchParams): PostListQuery {
  return { language: (search.get('language') ?? 'en') as PostLanguage, page: parsePage(search) }
}

/** First comment to show; anything but an id means the beginning. */
export function readPostQuery(search: URLSearchParams): PostQuery {
  const id = (name: string) => (/^\d{1,9}$/.test(search.get(name) ?? '') ? Number(search.get(name)) : undefined)
  return { from: id('from') || undefined, reply: id('reply') || undefined }
}
