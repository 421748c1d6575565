import { callQuery } from '#web/client/query.ts'

export const licenseQuery = () => callQuery('license')
