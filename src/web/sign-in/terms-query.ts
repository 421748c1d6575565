import { callQuery } from '#web/client/query.ts'

export const termsQuery = () => callQuery('terms')
