/**
 * The statuses of an order, and what an order can become from each (docs/product §4.4); a completed order is canceled
 * when its goods come back. Everything else about a status follows from here, or does not compile without it.
 */
const transitions = {
  processing: ['completed', 'canceled'],
  completed: ['canceled'],
  canceled: [],
} as const

export type OrderStatus = keyof typeof transitions
/** A status that an order can get after it was placed. */
export type LaterStatus = (typeof transitions)[OrderStatus][number]

/** What staff do with an order. */
export type OrderChange = 'paid' | LaterStatus

export const orderStatuses = Object.keys(transitions) as [OrderStatus, ...OrderStatus[]]
export const laterStatuses = [...new Set(Object.values(transitions).flat())]

export const canBecome = (from: OrderStatus, to: OrderStatus): boolean =>
  (transitions[from] as readonly OrderStatus[]).includes(to)
