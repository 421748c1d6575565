import * as z from 'zod/mini'
import { fulfillmentStates } from '#domain/fulfillment/state.ts'
import { paymentMethods, paymentStates } from '#domain/order/balance.ts'
import { orderStatuses } from '#domain/order/status.ts'
import { defineAdminCall } from './admin-call.ts'
import { shopDay } from './admin-fields.ts'
import { dollars, instant, optionalText } from './fields.ts'
import { ownMessages } from './messages.ts'
import { orderQueues } from './order-queues.ts'

const text = z.string()

/** What a list of orders may be sorted by. */
export const orderSorts = ['placed', 'total', 'due', 'name'] as const
export type OrderSort = (typeof orderSorts)[number]

/** Dollars, as people type them into an address. */
const dollarsOfQuery = z.string().check(z.regex(/^\d{1,10}(\.\d{1,2})?$/, ownMessages.malformed))

/** Which orders; what is left out narrows nothing down. A saved view keeps these. */
export const OrderFilter = z.object({
  /**
   * Words that are all in it: of name, email, phone, city, ZIP or company, its number or memo code, a product's name or
   * SKU, a tracking number.
   */
  search: optionalText(),
  /** `not_canceled`: those that the figures of a day count. */
  status: z.optional(z.enum([...orderStatuses, 'not_canceled'])),
  payment: z.optional(z.enum(paymentStates)),
  fulfillment: z.optional(z.enum(fulfillmentStates)),
  type: z.optional(z.enum(['D', 'P'])),
  method: z.optional(z.enum(paymentMethods)),
  /** To which US state it is delivered. */
  state: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/, ownMessages.malformed))),
  /** The first and the last day on which it was placed, in the shop's zone. */
  from: z.optional(shopDay),
  to: z.optional(shopDay),
  total_from: z.optional(dollarsOfQuery),
  total_to: z.optional(dollarsOfQuery),
  /** Those that wait for their payment: due before today, or not yet. */
  due: z.optional(z.enum(['overdue', 'open'])),
  /** The queue of the dashboard that it waits in. */
  waits: z.optional(z.enum(orderQueues)),
})
export type OrderFilter = z.output<typeof OrderFilter>

export const ManagedOrderRow = z.object({
  id: z.int(),
  memo_code: text,
  created_at: instant,
  /** Whole days of the shop's zone since then; 0 is today. */
  age_days: z.int(),
  status: z.enum(orderStatuses),
  payment_state: z.enum(paymentStates),
  fulfillment_state: z.enum(fulfillmentStates),
  type: z.enum(['D', 'P']),
  method: z.enum(paymentMethods),
  /** To which US state it is delivered; null for a pickup. */
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
  /** The day on which the check clears by which it is paid; null where none is waited for. */
  clears_on: z.nullable(z.string()),
  due_on: z.nullable(z.string()),
  /** From 1; each edit makes the next. */
  version: z.int(),
})
export type ManagedOrderRow = z.infer<typeof ManagedOrderRow>

export const managedOrdersCall = defineAdminCall('managedOrders', {
  summary: 'Orders, found by any of their words, narrowed down and sorted',
  permission: 'orders.read',
  query: z.object({
    ...OrderFilter.shape,
    sort: z._default(z.enum(orderSorts), 'placed'),
    /** Largest first; left out, that is how days and totals are sorted, and names and due dates the other way. */
    direction: z.optional(z.enum(['asc', 'desc'])),
    /** The `next` of the page before, of the same sort. */
    after: z.optional(z.string().check(z.maxLength(4000, ownMessages.malformed))),
  }),
  responses: {
    200: z.object({
      /** On the first page, an order whose number, memo code or tracking number was typed comes first. */
      data: z.array(ManagedOrderRow),
      next: z.nullable(text),
      /** How many there are on all pages: exact up to 1,000, of which `more` says that it is only the least. */
      count: z.object({ value: z.int(), more: z.boolean() }),
    }),
  },
  errors: [422],
})

export const orderBookCall = defineAdminCall('orderBook', {
  summary: 'The same orders as a CSV file with every total, tax and payment, newest first, one row an order',
  permission: 'orders.export',
  freshProof: true,
  query: OrderFilter,
  responses: { 200: z.string() },
  contentType: 'text/csv; charset=utf-8',
  errors: [422],
})
