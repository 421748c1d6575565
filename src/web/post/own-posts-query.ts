import { pageOffset } from '#web/account/page-offset.ts'
import { callQuery } from '#web/client/query.ts'

export const ownPostsQuery = (page: number) => callQuery('ownPosts', pageOffset(page))
