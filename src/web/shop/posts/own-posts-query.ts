import { pageOffset } from '#web/account/profile/page-offset.ts'
import { callQuery } from '#web/api/query.ts'

export const ownPostsQuery = (page: number) => callQuery('ownPosts', pageOffset(page))
