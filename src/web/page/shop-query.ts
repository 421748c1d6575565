import { callQuery } from '#web/client/query.ts'

/** The shop's name, contact, counter and what it accepts; loaded with the layout, once per page view. */
export const shopQuery = () => callQuery('shop')
