import { callQuery } from '#web/client/query.ts'

export const statesQuery = () => callQuery('states')
