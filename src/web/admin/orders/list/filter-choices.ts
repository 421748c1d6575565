import { OrderFilter } from '#contract/orders/admin-list.ts'
import { paymentNames } from '#contract/orders/labels.ts'
import type { FilterChoice } from '../../ui/Filter.tsx'
import { fulfillmentLabels, paymentLabels, statusLabels } from '../state-labels.ts'

/** Filters of the order list besides dates, totals and search. */
export const filterChoices: readonly FilterChoice[] = [
  { param: 'status', label: 'Status', options: { ...statusLabels, not_canceled: 'Not canceled' } },
  { param: 'payment', label: 'Payment', options: paymentLabels },
  { param: 'fulfillment', label: 'Fulfillment', options: fulfillmentLabels },
  { param: 'type', label: 'Type', options: { D: 'Delivery', P: 'Pickup' } },
  { param: 'method', label: 'Paid by', options: paymentNames },
  { param: 'due', label: 'Due', options: { overdue: 'Overdue', open: 'Not due yet' } },
]

/** Tabs of every shop; each is a queue of the dashboard. */
export const queueTabs = [
  ['Payment claimed', 'claimed'],
  ['To pack', 'to_pack'],
  ['To ship', 'to_ship'],
  ['Ready for pickup', 'to_hand_over'],
  ['To complete', 'to_complete'],
  ['Overdue', 'overdue'],
  ['Balance due', 'no_due_date'],
] as const

/** Query parameters that define filters and sorting. */
export const listParams: readonly string[] = [...Object.keys(OrderFilter.shape), 'sort', 'direction']
