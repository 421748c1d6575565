import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { ReadName } from '#contract/paths.ts'
import type { MyPosts } from '#contract/posts/calls.ts'
import { myPostsQuery } from './my-posts-query.ts'

const postCalls: readonly ReadName[] = ['myPosts', 'posts', 'post', 'comments']

/** Stores the first page from the save response and invalidates all other loaded posts. */
export function showSavedPosts(client: QueryClient, firstPage: MyPosts): void {
  const { queryKey } = myPostsQuery(1)
  client.setQueryData(queryKey, firstPage)
  const firstPageHash = hashKey(queryKey)
  client.invalidateQueries({
    predicate: ({ queryKey: [name], queryHash }) => queryHash !== firstPageHash && postCalls.includes(name),
  })
}
