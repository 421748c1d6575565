import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { dollars, instant, rowId } from '#contract/base/fields.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { Version } from '#contract/base/version.ts'
import { AuditLogEntry } from '#contract/identity/audit-log.ts'
import { carrierCodes } from '#domain/fulfillment/carriers.ts'
import { fulfillmentStates, shipmentSteps } from '#domain/fulfillment/state.ts'
import { paymentMethods, paymentStates } from '#domain/orders/balance.ts'
import { orderStatuses } from '#domain/orders/status.ts'
import { Order } from './calls.ts'

/** `YYYY-MM-DD` in the shop's time zone. */
const day = z.string()
const text = z.string()

/** An entry of the payment ledger as staff see it, in order of entry; the first is the total. */
const StaffLedgerEntry = z.object({
  entry: z.enum(['total', 'payment', 'credit_note']),
  /** Id of the payment or the credit note; null for the total. */
  id: z.nullable(z.int()),
  kind: z.nullable(
    z.enum(['received', 'refunded', 'correction', 'return', 'cancellation', 'adjustment', 'reinstatement']),
  ),
  method: z.nullable(z.enum(paymentMethods)),
  /** Number of a credit note. */
  number: z.nullable(z.int()),
  reference: text,
  reason: text,
  value_date: z.nullable(day),
  /** The first day on which it counts as cleared; null for anything but a valid payment. */
  clears_on: z.nullable(day),
  /** When staff or the bank confirmed that a check cleared. */
  cleared_on: z.nullable(day),
  bounced: z.boolean(),
  predates_ledger: z.boolean(),
  /** The payment that it reverses. */
  corrects_id: z.nullable(z.int()),
  /** The credit note that it pays out. */
  credit_note_id: z.nullable(z.int()),
  change: dollars,
  /** Balance after this entry. */
  balance: dollars,
  created_by: z.nullable(text),
  created_at: z.nullable(instant),
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

/** One order with everything that staff need (docs/back-office §3). */
export const ManagedOrder = z.object({
  /** The order as its customer sees it. */
  order: Order,
  /**
   * Changes with the status, edits, the ledger, the shipments, the due date, the contact, the notes and the payment
   * claim. Repeated as `expected_version` of a change.
   */
  version: Version,
  /** Starts at 1; incremented by each edit. */
  edition: z.int(),
  customer: z.object({
    /** Null for a guest. */
    user_id: z.nullable(z.int()),
    member_no: z.nullable(text),
    name: z.nullable(text),
    /** The member credited with its volume. */
    credited_user_id: z.nullable(z.int()),
    credited_member_no: z.nullable(text),
    credited_name: z.nullable(text),
  }),
  /** Staff-only data of the order's products; `line` is the index of the order's product. */
  lines: z.array(
    z.object({
      line: z.int(),
      /** Identifies the line in an edit. */
      position: z.int(),
      /** From the current catalog; empty if there is none, or the product was deleted. */
      sku: text,
      /** Its share of the order's discount and of the tax. */
      discount: dollars,
      tax: dollars,
      tax_exempt: z.boolean(),
    }),
  ),
  /** Explains the total, one sentence per step. */
  price_steps: z.array(text),
  money: z.object({
    state: z.enum(paymentStates),
    total: dollars,
    credited: dollars,
    received: dollars,
    refunded: dollars,
    /** Amount due; negative if overpaid. */
    balance: dollars,
    /** The largest balance at which it still counts as paid. */
    tolerance: dollars,
    /** Whether all checks have cleared, so that it may be completed. */
    cleared_in_full: z.boolean(),
    /** The day on which the check that pays it clears; null if there is no such check, or it is not paid. */
    clears_on: z.nullable(day),
    refundable: z.object({
      total: dollars,
      /** The largest refund without a second approver; null if unlimited because nobody else could approve. */
      single_approver_limit: z.nullable(dollars),
      overpayment: dollars,
      credit_notes: z.array(z.object({ id: z.int(), number: z.int(), amount: dollars })),
    }),
    /** The largest credit, without a second approver, for goods that stay with the customer. */
    adjustable: dollars,
  }),
  ledger: z.array(StaffLedgerEntry),
  fulfillment: z.object({
    state: z.enum(fulfillmentStates),
    /** Pieces that are in no shipment yet. */
    open: z.array(z.object({ line: z.int(), name: text, quantity: z.int() })),
    open_units: z.int(),
    /** Includes voided ones. */
    shipments: z.array(StaffShipment),
  }),
  due: z.object({
    due_on: z.nullable(day),
    payment_days: z.nullable(z.int()),
    cancels_at: z.nullable(instant),
    /** Why it is not canceled automatically although it is overdue; staff decide. */
    hold_reasons: z.array(text),
    due_date_changes: z.array(
      z.object({ from: z.nullable(day), to: day, reason: text, created_by: text, created_at: instant }),
    ),
  }),
  /** 'I’ve sent payment' claims, newest last. */
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
  /** Bank transactions from which its payments were booked. */
  bank_transactions: z.array(
    z.object({
      id: z.int(),
      payment_id: z.int(),
      /** Amount of the transaction, which may pay several orders. */
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
      created_by: text,
      created_at: instant,
      lines: z.array(
        z.object({ line: z.int(), name: text, quantity: z.int(), restocked: z.boolean(), credit: dollars }),
      ),
    }),
  ),
  /** Staff notes, oldest first. */
  notes: z.array(
    z.object({
      id: z.int(),
      /** Empty once it was erased with the person. */
      note: text,
      created_by: text,
      created_at: instant,
      erased: z.boolean(),
    }),
  ),
  /** Mails to its customer; the outbox calls open and resend them by id. */
  mails: z.array(
    z.object({
      id: text,
      mail: text,
      state: z.enum(['queued', 'retrying', 'sent', 'failed']),
      queued_at: instant,
      attempts: z.int(),
      /** Number of manual resends; repeated as `expected_resends` of the outbox. */
      resends: z.int(),
    }),
  ),
  /** Also shown to the customer. */
  timeline: z.array(z.object({ day, sentence: text })),
  /** Audit log entries of the order and its payments, newest first. */
  history: z.array(AuditLogEntry),
})
export type ManagedOrder = z.infer<typeof ManagedOrder>

export const orderParams = z.object({ order_id: rowId })

export const managedOrderCall = defineAdminCall('managedOrder', {
  summary: 'Retrieves an order with its ledger, shipments and history',
  permission: 'orders.read',
  params: orderParams,
  responses: { 200: ManagedOrder },
  errors: [404],
})

/** The `next` of the previous page. */
const pageAfter = z.optional(rowId)

export const overpaidOrdersCall = defineAdminCall('overpaidOrders', {
  summary: 'Lists orders with a refund due, oldest first',
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
          /** Paid and canceled before the ledger existed: nobody recorded whether it was refunded. */
          refund_unknown: z.boolean(),
          /** For a refund that needs two people: waiting for the second, or approved and ready to send. */
          approval: z.nullable(z.enum(['proposed', 'approved'])),
        }),
      ),
      next: z.nullable(z.int()),
    }),
  },
  errors: [422],
})
export const unclearedChecksCall = defineAdminCall('unclearedChecks', {
  summary: 'Lists received checks that have not cleared, by clearing date, or those whose hold period is over',
  permission: 'orders.read',
  query: z.object({
    /** `due`: the clearing day has come, nobody has confirmed it, and the order is not completed. */
    filter: z._default(z.enum(['waiting', 'due'], shopMessages.malformed), 'waiting'),
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
