export type OrderStatus = 'processing' | 'completed' | 'canceled'

/** What an order can become (docs/product §4.4); a completed order is canceled when its goods come back. */
const transitions: Record<OrderStatus, readonly OrderStatus[]> = {
  processing: ['completed', 'canceled'],
  completed: ['canceled'],
  canceled: [],
}

export const canBecome = (from: OrderStatus, to: OrderStatus): boolean => transitions[from].includes(to)
