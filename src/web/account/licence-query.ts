import { callQuery } from '#web/client/query.ts'

export const licenceQuery = () => callQuery('licence')
