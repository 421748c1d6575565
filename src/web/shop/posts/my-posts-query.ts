import { pageOffset } from '#web/account/profile/page-offset.ts'
import { callQuery } from '#web/api/query.ts'

export const myPostsQuery = (page: number) => callQuery('myPosts', pageOffset(page))
