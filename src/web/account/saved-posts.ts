import type { QueryClient } from '@tanstack/react-query'
import type { OwnPosts } from '#contract/post.ts'
import { paths } from '#web/paths.ts'
import { ownPostsQuery } from './queries.ts'

/** A saved post is answered with the first page; whatever else was read of posts may say something older. */
export function showSavedPosts(client: QueryClient, firstPage: OwnPosts): void {
  const { queryKey } = ownPostsQuery(1)
  client.setQueryData(queryKey, firstPage)
  client.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      path !== queryKey[0] && (path.startsWith(`${paths.accountPosts}.`) || path.startsWith(paths.posts)),
  })
}
