import { callQuery } from '#web/api/query.ts'

export const licenseQuery = () => callQuery('license')
