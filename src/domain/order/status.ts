/**
 * The statuses of an order, and what an order can become from each (docs/product §4.4, docs/back-office §3); a completed
 * order is canceled when its goods come back, and open again when its check bounces. A canceled one that never counted
 * can be reinstated. Everything else about a status follows from here, or does not compile without it.
 */
const transitions = {
  processing: ['completed', 'canceled'],
  completed: ['canceled', 'processing'],
  canceled: ['processing'],
} as const

export type OrderStatus = keyof typeof transitions

/** The statuses that staff give an order by hand. */
export const laterStatuses = ['completed', 'canceled'] as const satisfies OrderStatus[]
export type LaterStatus = (typeof laterStatuses)[number]

/** What staff do with an order, beside its payments. */
export type StaffChange = 'paid' | LaterStatus

/** What happens to an order after it was placed, as its history and the customer's mails tell it. */
export type OrderChange = StaffChange | 'unpaid' | 'reopened' | 'reinstated'

export const orderStatuses = Object.keys(transitions) as [OrderStatus, ...OrderStatus[]]

export const canBecome = (from: OrderStatus, to: OrderStatus): boolean =>
  (transitions[from] as readonly OrderStatus[]).includes(to)
