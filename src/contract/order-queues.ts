/**
 * What waits for staff of orders (docs/back-office §7): each is a filter of the order list and a count of the dashboard,
 * by one condition (`order-queues.queries.ts`).
 */
export const orderQueues = ['claimed', 'to_pack', 'to_ship', 'to_hand_over', 'to_complete', 'overdue', 'owed'] as const
export type OrderQueue = (typeof orderQueues)[number]
