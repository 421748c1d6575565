import { pageOffset } from '#web/account/page-offset.ts'
import { callQuery } from '#web/client/query.ts'

export const pointsQuery = (page: number) => callQuery('points', pageOffset(page))
