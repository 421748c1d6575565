import type { Guest } from '#contract/privacy/admin-calls.ts'
import { presentOrderRow } from '#server/orders/present-order.ts'
import type { GuestFile } from './read-guest.ts'

export const presentGuest = ({ memberId, orderCount, orders, ...rest }: GuestFile): Guest => ({
  ...rest,
  member_id: memberId,
  order_count: orderCount,
  orders: orders.map(presentOrderRow),
})
