import { callQuery } from '#web/api/query.ts'

export const termsQuery = () => callQuery('terms')
