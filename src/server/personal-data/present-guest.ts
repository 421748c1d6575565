import type { Guest } from '#contract/admin-personal-data.ts'
import { cents, toDollars } from '#domain/money.ts'
import type { GuestFile } from './read-guest.ts'

export const presentGuest = ({ memberId, orderCount, orders, ...rest }: GuestFile): Guest => ({
  ...rest,
  member_id: memberId,
  order_count: orderCount,
  orders: orders.map(({ id, created_at, status, total_cents }) => ({
    id,
    placed_at: created_at.toISOString(),
    status,
    order_total: toDollars(cents(total_cents)),
  })),
})
