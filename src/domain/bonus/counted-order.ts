import { type Month, monthOf } from '../month.ts'

export type UncountedReason = 'no_credited_member' | 'not_completed' | 'canceled' | 'outside_month'

/** Instants in milliseconds since 1970 UTC. `canceled` means before its month was closed: later it is a reversal. */
export type OrderFacts = { credited: number | undefined; completedAt: number | undefined; canceled: boolean }

/** Why an order brings nothing in a month (docs/plan §3.5, §4.1, §12.2); undefined when it counts. */
export function whyNotCounted(order: OrderFacts, value: Month): UncountedReason | undefined {
  if (order.completedAt === undefined) return 'not_completed'
  if (order.canceled) return 'canceled'
  if (monthOf(order.completedAt) !== value) return 'outside_month'
  return order.credited === undefined ? 'no_credited_member' : undefined
}
