import { queryOptions } from '@tanstack/react-query'
import type { PostLanguage } from '#contract/limits.ts'
import { tagsOf } from '#contract/page-tags.ts'
import type { Post, PostList, PostListQuery } from '#contract/post.ts'
import { paths } from '#web/paths.ts'

export const postListQuery = (query: PostListQuery) =>
  queryOptions<PostList>({ queryKey: [paths.api.posts(query)], meta: { tags: tagsOf.posts } })

export const postQuery = (id: number) =>
  queryOptions<Post>({
    queryKey: [paths.api.post(id)],
    meta: { tags: tagsOf.post },
  })

/** As the address has it; the API takes an unknown language for English and refuses a page that makes no sense. */
export function readPostListQuery(search: URLSearchParams): PostListQuery {
  return { language: (search.get('language') ?? 'en') as PostLanguage, page: Number(search.get('page') ?? 1) }
}
