import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { shopDay } from '#contract/base/admin-fields.ts'
import { dollars, instant, optionalText } from '#contract/base/fields.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { fulfillmentStates } from '#domain/fulfillment/state.ts'
import { paymentMethods, paymentStates } from '#domain/orders/balance.ts'
import { orderStatuses } from '#domain/orders/status.ts'
import { orderQueues } from './queues.ts'

const text = z.string()

/** Sort keys of an order list. */
export const orderSorts = ['placed', 'total', 'due', 'name'] as const
export type OrderSort = (typeof orderSorts)[number]

/** Dollars, as typed into a URL. */
const dollarsText = z.string().check(z.regex(/^\d{1,10}(\.\d{1,2})?$/, shopMessages.malformed))

/** Order filters; absent ones do not filter. A saved view stores these. */
export const OrderFilter = z.object({
  /**
   * Terms that must all match: name, email, phone, city, ZIP, company, order number, payment reference, product name,
   * SKU or tracking number.
   */
  search: optionalText(),
  /** `not_canceled`: the orders that daily figures include. */
  status: z.optional(z.enum([...orderStatuses, 'not_canceled'])),
  payment: z.optional(z.enum(paymentStates)),
  fulfillment: z.optional(z.enum(fulfillmentStates)),
  type: z.optional(z.enum(['D', 'P'])),
  method: z.optional(z.enum(paymentMethods)),
  /** US state of the delivery. */
  state: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/, shopMessages.malformed))),
  /** First and last day of placement in the shop's time zone. */
  from: z.optional(shopDay),
  to: z.optional(shopDay),
  total_from: z.optional(dollarsText),
  total_to: z.optional(dollarsText),
  /** Orders with an open payment: due before today, or not yet. */
  due: z.optional(z.enum(['overdue', 'open'])),
  /** The dashboard queue that it is in. */
  queue: z.optional(z.enum(orderQueues)),
})
export type OrderFilter = z.output<typeof OrderFilter>

export const ManagedOrderRow = z.object({
  id: z.int(),
  payment_reference: text,
  created_at: instant,
  /** Whole days since then in the shop's time zone; 0 is today. */
  age_days: z.int(),
  status: z.enum(orderStatuses),
  payment_state: z.enum(paymentStates),
  fulfillment_state: z.enum(fulfillmentStates),
  type: z.enum(['D', 'P']),
  method: z.enum(paymentMethods),
  /** US state of the delivery; null for a pickup. */
  state: z.nullable(text),
  name: text,
  email: text,
  phone: text,
  /** Pieces of all lines. */
  units: z.int(),
  order_total: dollars,
  balance: dollars,
  /** Sum of all credit notes. */
  credited: dollars,
  /** The day on which the check that pays it clears; null if there is no such check. */
  clears_on: z.nullable(z.string()),
  due_on: z.nullable(z.string()),
  /** Starts at 1; incremented by each edit. */
  edition: z.int(),
})
export type ManagedOrderRow = z.infer<typeof ManagedOrderRow>

export const managedOrdersCall = defineAdminCall('managedOrders', {
  summary: 'Lists orders that match a search and filters, sorted',
  permission: 'orders.read',
  query: z.object({
    ...OrderFilter.shape,
    sort: z._default(z.enum(orderSorts), 'placed'),
    /** Defaults to descending for days and totals, and to ascending for names and due dates. */
    direction: z.optional(z.enum(['asc', 'desc'])),
    /** The `next` of the previous page with the same sort. */
    after: z.optional(z.string().check(z.maxLength(4000, shopMessages.malformed))),
  }),
  responses: {
    200: z.object({
      /** On the first page, an exact match of an order number, payment reference or tracking number comes first. */
      data: z.array(ManagedOrderRow),
      next: z.nullable(text),
      /** Number of orders on all pages, exact up to 1,000; `more` says that there are more. */
      count: z.object({ value: z.int(), more: z.boolean() }),
    }),
  },
  errors: [422],
})

export const orderBookCall = defineAdminCall('orderBook', {
  summary: 'Exports the same orders as CSV, one row per order, newest first, with totals, tax and payments',
  permission: 'orders.export',
  freshProof: true,
  query: OrderFilter,
  responses: { 200: z.string() },
  contentType: 'text/csv; charset=utf-8',
  errors: [422],
})
