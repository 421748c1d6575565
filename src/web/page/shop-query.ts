import { callQuery } from '#web/api/query.ts'

/** Name, contact details, counter and accepted payments of the shop; loaded with the layout, once per page view. */
export const shopQuery = () => callQuery('shop')
