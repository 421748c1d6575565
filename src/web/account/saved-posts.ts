import type { QueryClient } from '@tanstack/react-query'
import type { OwnPosts } from '#contract/post.ts'
import { paths } from '#web/paths.ts'
import { ownPostsQuery } from './queries.ts'

/** Saving answers with the first page; all other loaded posts may be out of date. */
export function showSavedPosts(client: QueryClient, firstPage: OwnPosts): void {
  const { queryKey } = ownPostsQuery(1)
  client.setQueryData(queryKey, firstPage)
  client.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      path !== queryKey[0] && (path.startsWith(`${paths.accountPosts}.`) || path.startsWith(paths.posts)),
  })
}
