import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { ReadName } from '#contract/paths.ts'
import type { OwnPosts } from '#contract/post.ts'
import { ownPostsQuery } from './queries.ts'

const ofPosts: readonly ReadName[] = ['ownPosts', 'posts', 'post', 'comments']

/** A saved post is answered with the first page; whatever else was read of posts may say something older. */
export function showSavedPosts(client: QueryClient, firstPage: OwnPosts): void {
  const { queryKey } = ownPostsQuery(1)
  client.setQueryData(queryKey, firstPage)
  const shown = hashKey(queryKey)
  client.invalidateQueries({
    predicate: ({ queryKey: [name], queryHash }) => queryHash !== shown && ofPosts.includes(name),
  })
}
