import { callQuery } from '#web/client/query.ts'

export const payoutsQuery = () => callQuery('ownPayouts', { query: {} })
