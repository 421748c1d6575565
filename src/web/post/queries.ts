import type { PostLanguage } from '#contract/limits.ts'
import type { PostListQuery, PostQuery } from '#contract/post.ts'
import { callQuery } from '#web/client/query.ts'
import { pageOf } from '#web/ui/use-page-number.ts'

export const postListQuery = (query: PostListQuery) => callQuery('posts', { query })

export const postQuery = (post_id: number, query: PostQuery) => callQuery('post', { params: { post_id }, query })

/** The query as the URL has it; the API reads an unknown language as English and refuses a page that makes no sense. */
export function readPostListQuery(search: URLSearchParams): PostListQuery {
  return { language: (search.get('language') ?? 'en') as PostLanguage, page: pageOf(search) }
}

/** Where the comments begin; anything but an id means the beginning. */
export function readPostQuery(search: URLSearchParams): PostQuery {
  const id = (name: string) => (/^\d{1,9}$/.test(search.get(name) ?? '') ? Number(search.get(name)) : undefined)
  return { from: id('from') || undefined, reply: id('reply') || undefined }
}
