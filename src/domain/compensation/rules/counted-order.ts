import { type Month, monthOf } from '#domain/calendar/month.ts'

export type UncountedReason = 'no_credited_member' | 'not_completed' | 'canceled' | 'outside_month'

/**
 * Instants in milliseconds since 1970 UTC. `canceled` means canceled before the month was closed; after that it would
 * be a reversal.
 */
export type CountableOrder = { credited: number | undefined; completedAt: number | undefined; canceled: boolean }

/** Why an order does not count in a month (docs/plan §3.5, §4.1, §12.2); undefined if it does. */
export function findUncountedReason(order: CountableOrder, value: Month): UncountedReason | undefined {
  if (order.completedAt === undefined) return 'not_completed'
  if (order.canceled) return 'canceled'
  if (monthOf(order.completedAt) !== value) return 'outside_month'
  return order.credited === undefined ? 'no_credited_member' : undefined
}
