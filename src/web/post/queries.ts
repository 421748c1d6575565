import { queryOptions } from '@tanstack/react-query'
import type { PostLanguage } from '#contract/limits.ts'
import { isEndless, tagsOf } from '#contract/page-tags.ts'
import type { Post, PostList, PostListQuery, PostQuery } from '#contract/post.ts'
import { paths } from '#web/paths.ts'

export const postListQuery = (query: PostListQuery) =>
  queryOptions<PostList>({
    queryKey: [paths.api.posts(query)],
    meta: { tags: tagsOf.posts, endless: (answer: PostList) => isEndless.posts(query, answer) },
  })

export const postQuery = (id: number, query: PostQuery) =>
  queryOptions<Post>({
    queryKey: [paths.api.post(id, query)],
    meta: { tags: tagsOf.post, endless: () => isEndless.post(query) },
  })

/** The query as the URL has it; the API reads an unknown language as English and refuses a page that makes no sense. */
export function readPostListQuery(search: URLSearchParams): PostListQuery {
  return { language: (search.get('language') ?? 'en') as PostLanguage, page: Number(search.get('page') ?? 1) }
}

/** Where the comments begin; anything but an id means the beginning. */
export function readPostQuery(search: URLSearchParams): PostQuery {
  const id = (name: string) => (/^\d{1,9}$/.test(search.get(name) ?? '') ? Number(search.get(name)) : undefined)
  return { from: id('from') || undefined, reply: id('reply') || undefined }
}
