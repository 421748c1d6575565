import { readOf } from '#web/query.ts'

export const statesQuery = () => readOf('states')

export const lastOrderQuery = () => readOf('lastOrder')

export const guestOrderQuery = (order_id: number, key: string) =>
  readOf('guestOrder', { params: { order_id }, query: { key } })
