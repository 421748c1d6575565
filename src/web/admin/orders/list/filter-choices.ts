import { paymentNames } from '#contract/order-words.ts'
import type { FilterChoice } from '../../ui/Filter.tsx'
import { fulfillmentWords, paymentWords, statusWords } from '../state-words.ts'

/** What a list of orders can be narrowed down by, besides days, totals and words. */
export const filterChoices: readonly FilterChoice[] = [
  { param: 'status', label: 'Status', options: { ...statusWords, not_canceled: 'Not canceled' } },
  { param: 'payment', label: 'Payment', options: paymentWords },
  { param: 'fulfillment', label: 'Fulfillment', options: fulfillmentWords },
  { param: 'type', label: 'Type', options: { D: 'Delivery', P: 'Pickup' } },
  { param: 'method', label: 'Paid by', options: paymentNames },
  { param: 'due', label: 'Due', options: { overdue: 'Overdue', open: 'Not due yet' } },
]

/** The tabs that every shop has; each is a queue of the dashboard. */
export const queueTabs = [
  ['Payment claimed', 'claimed'],
  ['To pack', 'to_pack'],
  ['To ship', 'to_ship'],
  ['Ready for pickup', 'to_hand_over'],
  ['To complete', 'to_complete'],
  ['Overdue', 'overdue'],
  ['Balance due', 'owed'],
] as const

/** The parameters of the address that say which orders, and in which order. */
export const listParams = [
  'search',
  'status',
  'payment',
  'fulfillment',
  'type',
  'method',
  'state',
  'from',
  'to',
  'total_from',
  'total_to',
  'due',
  'waits',
  'sort',
  'direction',
] as const
