/**
 * The order queues for staff (docs/back-office §7): each is a filter of the order list and a count on the dashboard,
 * with one shared condition (`order-queues.queries.ts`).
 */
export const orderQueues = [
  'claimed',
  'to_pack',
  'to_ship',
  'to_hand_over',
  'to_complete',
  'overdue',
  'no_due_date',
] as const
export type OrderQueue = (typeof orderQueues)[number]
