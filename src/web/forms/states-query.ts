import { callQuery } from '#web/api/query.ts'

export const statesQuery = () => callQuery('states')
