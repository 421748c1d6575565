import { pageOffset } from '#web/account/profile/page-offset.ts'
import { callQuery } from '#web/api/query.ts'

export const pointsQuery = (page: number) => callQuery('points', pageOffset(page))
