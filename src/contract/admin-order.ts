import * as z from 'zod/mini'
import { carrierCodes } from '#domain/fulfillment/carriers.ts'
import { fulfillmentStates, shipmentSteps } from '#domain/fulfillment/state.ts'
import { paymentMethods, paymentStates } from '#domain/order/balance.ts'
import { orderStatuses } from '#domain/order/status.ts'
import { defineAdminCall } from './admin-call.ts'
import { AuditLogEntry } from './audit-log.ts'
import { dollars, instant, rowId } from './fields.ts'
import { ownMessages } from './messages.ts'
import { Order } from './order.ts'

/** `YYYY-MM-DD` in the shop's zone. */
const day = z.string()
const text = z.string()

/** An entry of the payment ledger as staff see it, in the order they were written; the first is the total. */
const StaffLedgerEntry = z.object({
  entry: z.enum(['total', 'payment', 'credit_note']),
  /** Of the payment or the credit note; null for the total. */
  id: z.nullable(z.int()),
  kind: z.nullable(
    z.enum(['received', 'refunded', 'correction', 'return', 'cancellation', 'adjustment', 'reinstatement']),
  ),
  method: z.nullable(z.enum(paymentMethods)),
  /** Of a numbered credit note. */
  number: z.nullable(z.int()),
  reference: text,
  reason: text,
  value_date: z.nullable(day),
  /** The first day on which it counts as cleared; null for what is no payment that stands. */
  clears_on: z.nullable(day),
  /** When somebody or the bank said that a check cleared. */
  cleared_on: z.nullable(day),
  bounced: z.boolean(),
  before_ledger: z.boolean(),
  /** The payment that it undoes. */
  corrects_id: z.nullable(z.int()),
  /** The credit note that it pays out. */
  credit_note_id: z.nullable(z.int()),
  change: dollars,
  /** After it. */
  balance: dollars,
  made_by: z.nullable(text),
  made_at: z.nullable(instant),
})

const StaffShipment = z.object({
  id: z.int(),
  kind: z.enum(['delivery', 'pickup']),
  state: z.enum([...shipmentSteps, 'voided']),
  carrier: z.nullable(z.enum(carrierCodes)),
  tracking_number: z.nullable(text),
  tracking_url: z.nullable(text),
  picked_up_name: z.nullable(text),
  void_reason: z.nullable(text),
  /** `line` is the index of the order's product. */
  lines: z.array(z.object({ line: z.int(), name: text, quantity: z.int() })),
  steps: z.array(z.object({ step: z.enum([...shipmentSteps, 'voided']), at: instant, by: text })),
})

/** One order with all that staff need of it (docs/back-office §3). */
export const ManagedOrder = z.object({
  /** As its customer sees it. */
  order: Order,
  /** From 1; each edit makes the next. */
  version: z.int(),
  customer: z.object({
    /** Null for a guest. */
    user_id: z.nullable(z.int()),
    member_no: z.nullable(text),
    name: z.nullable(text),
    /** The member whom its volume is credited to. */
    credited_user_id: z.nullable(z.int()),
    credited_member_no: z.nullable(text),
    credited_name: z.nullable(text),
  }),
  /** What the order's products say to staff alone; `line` is the index of the order's product. */
  lines: z.array(
    z.object({
      line: z.int(),
      /** By which an edit names it. */
      position: z.int(),
      /** Of the catalog as it is now; empty where it has none, or the product is gone. */
      sku: text,
      /** Its share of the order's discount and of the tax. */
      discount: dollars,
      tax: dollars,
      tax_exempt: z.boolean(),
    }),
  ),
  /** Why the total is what it is, a sentence a step. */
  price_steps: z.array(text),
  money: z.object({
    state: z.enum(paymentStates),
    total: dollars,
    credited: dollars,
    received: dollars,
    refunded: dollars,
    /** Still to be paid; negative: paid too much. What `expected_balance` repeats. */
    balance: dollars,
    /** Up to which balance it counts as paid. */
    tolerance: dollars,
    /** Whether no check is waited for, so that it may be completed. */
    cleared_in_full: z.boolean(),
    /** The day on which the check clears by which it is paid; null where none is waited for, or it is not paid. */
    clears_on: z.nullable(day),
    refundable: z.object({
      total: dollars,
      /** Up to which amount one person refunds alone; null: whatever the amount, since nobody else may approve. */
      alone: z.nullable(dollars),
      overpayment: dollars,
      credit_notes: z.array(z.object({ id: z.int(), number: z.int(), amount: dollars })),
    }),
    /** How much one person may credit for goods that stay with the customer. */
    adjustable: dollars,
  }),
  ledger: z.array(StaffLedgerEntry),
  fulfillment: z.object({
    state: z.enum(fulfillmentStates),
    /** Of all its shipments; what `expected_steps` repeats. */
    steps_taken: z.int(),
    /** What no shipment has yet. */
    open: z.array(z.object({ line: z.int(), name: text, quantity: z.int() })),
    open_units: z.int(),
    /** Those that were voided among them. */
    shipments: z.array(StaffShipment),
  }),
  due: z.object({
    due_on: z.nullable(day),
    payment_days: z.nullable(z.int()),
    cancels_at: z.nullable(instant),
    /** Why it is not canceled though it is due; staff decide. */
    held: z.array(text),
    moves: z.array(z.object({ from: z.nullable(day), to: day, reason: text, made_by: text, made_at: instant })),
  }),
  /** 'I have paid', the newest last. */
  claims: z.array(
    z.object({
      id: z.int(),
      method: z.enum(paymentMethods),
      note: text,
      claimed_at: instant,
      ended_at: z.nullable(instant),
      outcome: z.nullable(z.enum(['paid', 'canceled', 'settled'])),
      ended_by: z.nullable(text),
      reason: z.nullable(text),
    }),
  ),
  /** The bank's notices that payments of it were booked from. */
  notices: z.array(
    z.object({
      id: z.int(),
      payment_id: z.int(),
      /** Of the notice, which may pay several orders. */
      amount: dollars,
      value_date: z.nullable(day),
      payer: text,
      memo: text,
    }),
  ),
  returns: z.array(
    z.object({
      id: z.int(),
      credit_note_id: z.int(),
      reason: text,
      made_by: text,
      made_at: instant,
      lines: z.array(
        z.object({ line: z.int(), name: text, quantity: z.int(), restocked: z.boolean(), credit: dollars }),
      ),
    }),
  ),
  /** What staff wrote about it, the oldest first; their number is what `expected_notes` repeats. */
  notes: z.array(
    z.object({
      id: z.int(),
      /** Empty once it was erased with the person. */
      note: text,
      made_by: text,
      made_at: instant,
      erased: z.boolean(),
    }),
  ),
  /** What its customer was mailed; the calls of the outbox open and resend them by their ids. */
  mails: z.array(
    z.object({
      id: text,
      mail: text,
      state: z.enum(['waiting', 'tried_again', 'sent', 'given_up']),
      queued_at: instant,
      tries: z.int(),
      /** How often it was sent again; what `expected_resends` of the outbox repeats. */
      resends: z.int(),
    }),
  ),
  /** The one that the customer reads, too. */
  timeline: z.array(z.object({ day, sentence: text })),
  /** Of the order and its payments, newest first. */
  history: z.array(AuditLogEntry),
})
export type ManagedOrder = z.infer<typeof ManagedOrder>

export const orderParams = z.object({ order_id: rowId })

export const managedOrderCall = defineAdminCall('managedOrder', {
  summary: 'One order with its money, its parcels and its history',
  permission: 'orders.read',
  params: orderParams,
  responses: { 200: ManagedOrder },
  errors: [404],
})

/** The `next` of the page before. */
const pageAfter = z.optional(rowId)

export const overpaidOrdersCall = defineAdminCall('overpaidOrders', {
  summary: 'Orders of which money is to be given back, the oldest first',
  permission: 'orders.read',
  query: z.object({ after: pageAfter }),
  responses: {
    200: z.object({
      data: z.array(
        z.object({
          order_id: z.int(),
          status: z.enum(orderStatuses),
          email: text,
          name: text,
          overpaid: dollars,
          /** Paid and canceled before there was a ledger: nobody recorded whether it was given back. */
          refund_unknown: z.boolean(),
          /** Of a refund that takes two people: whether it waits for the second, or is approved and to be sent. */
          approval: z.nullable(z.enum(['proposed', 'approved'])),
        }),
      ),
      next: z.nullable(z.int()),
    }),
  },
  errors: [422],
})
export const unclearedChecksCall = defineAdminCall('unclearedChecks', {
  summary: 'Checks that were received and may still bounce, by the day on which they clear; or whose day has come',
  permission: 'orders.read',
  query: z.object({
    /** `due`: their day has come, nobody said that they cleared, and their order is not completed. */
    which: z._default(z.enum(['waiting', 'due'], ownMessages.malformed), 'waiting'),
    after: pageAfter,
  }),
  responses: {
    200: z.object({
      data: z.array(
        z.object({
          payment_id: z.int(),
          order_id: z.int(),
          status: z.enum(orderStatuses),
          fulfillment_state: z.enum(fulfillmentStates),
          name: text,
          amount: dollars,
          reference: text,
          value_date: day,
          clears_on: day,
        }),
      ),
      next: z.nullable(z.int()),
    }),
  },
  errors: [422],
})
