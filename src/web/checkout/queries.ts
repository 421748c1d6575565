import { callQuery } from '#web/client/query.ts'

export const statesQuery = () => callQuery('states')

export const lastOrderQuery = () => callQuery('lastOrder')

export const guestOrderQuery = (order_id: number, key: string) =>
  callQuery('guestOrder', { params: { order_id }, query: { key } })
