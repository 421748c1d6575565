/**
 * The statuses of an order and their transitions (docs/product §4.4, docs/back-office §3); a completed order is
 * canceled when its goods are returned, and reopened when its check bounces. A canceled one that never counted can be
 * reinstated. Everything else about a status is derived from this, or does not compile without it.
 */
const transitions = {
  processing: ['completed', 'canceled'],
  completed: ['canceled', 'processing'],
  canceled: ['processing'],
} as const

export type OrderStatus = keyof typeof transitions

/** The statuses that staff set manually. */
export const laterStatuses = ['completed', 'canceled'] as const satisfies OrderStatus[]
export type LaterStatus = (typeof laterStatuses)[number]

/** Actions of staff on an order, except payments. */
export type StaffChange = 'paid' | LaterStatus

/** Events of an order after its placement, as in its history and the customer's emails. */
export type OrderChange = StaffChange | 'unpaid' | 'reopened' | 'reinstated'

export const orderStatuses = Object.keys(transitions) as [OrderStatus, ...OrderStatus[]]

export const canBecome = (from: OrderStatus, to: OrderStatus): boolean =>
  (transitions[from] as readonly OrderStatus[]).includes(to)
