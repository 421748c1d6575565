import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { dayText, reason, signedAmount } from '#contract/base/admin-fields.ts'
import { LONG_BODY_BYTES } from '#contract/base/call.ts'
import { optionalText, requiredLines, rowId, wholeNumber } from '#contract/base/fields.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version } from '#contract/base/version.ts'
import { Contact } from '#contract/checkout/calls.ts'
import { carrierCodes } from '#domain/fulfillment/carriers.ts'
import { paymentMethods } from '#domain/orders/balance.ts'
import { ManagedOrder, orderParams } from './admin-order.ts'

const NOTE_LIMIT = 2000
const enteredAmount = signedAmount('Enter an amount.')
const day = dayText('Choose a date.')
const method = z.optional(z.enum(paymentMethods))

const paymentParams = z.object({ payment_id: rowId })
const orderResponses = { responses: { 200: ManagedOrder }, current: ManagedOrder, errors: [404, 409, 422] } as const

export const bookPaymentCall = defineAdminCall('bookPayment', {
  summary: 'Records a payment',
  permission: 'payments.book',
  params: orderParams,
  body: z.object({
    amount: enteredAmount,
    /** Defaults to the order's method. */
    method,
    /** Number of the check or the transfer. */
    reference: optionalText(),
    /** Defaults to today. */
    value_date: z.optional(day),
    /** True for a check that has already cleared. */
    cleared: z._default(z.boolean(), false),
    expected_version,
    /** Confirms an amount of more than five times the amount due; otherwise `confirmation_required`. */
    confirmed: z._default(z.boolean(), false),
  }),
  ...orderResponses,
})
export const correctPaymentCall = defineAdminCall('correctPayment', {
  summary: 'Reverses a payment or refund with a correcting entry; a completed order that becomes unpaid is reopened',
  permission: 'payments.book',
  params: paymentParams,
  body: z.object({
    reason,
    /** The bank did not honor the check. */
    bounced: z._default(z.boolean(), false),
  }),
  ...orderResponses,
})
export const clearCheckCall = defineAdminCall('clearCheck', {
  summary: 'Marks a check as cleared',
  permission: 'payments.book',
  params: paymentParams,
  ...orderResponses,
})
export const refundOrderCall = defineAdminCall('refundOrder', {
  summary:
    'Records a refund. Above a configured amount it is proposed for approval first and recorded by a second call',
  permission: 'payments.refund',
  freshProof: true,
  params: orderParams,
  body: z.object({
    amount: enteredAmount,
    /** Id of the credit note to pay out; if absent, the overpayment is refunded. */
    credit_note_id: z.optional(rowId),
    /** Defaults to the order's method. */
    method,
    reason,
    reference: optionalText(),
    expected_version,
  }),
  responses: {
    200: z.object({
      /** The pending approval of a second person; null if it was booked. */
      approval_id: z.nullable(z.int()),
      order: ManagedOrder,
    }),
  },
  current: ManagedOrder,
  errors: orderResponses.errors,
})

export const adjustPriceCall = defineAdminCall('adjustPrice', {
  summary: 'Credits an amount for items the customer keeps; tax, points and bonuses do not change',
  permission: 'payments.refund',
  freshProof: true,
  params: orderParams,
  body: z.object({ amount: enteredAmount, reason, expected_version }),
  ...orderResponses,
})

export const completeOrderCall = defineAdminCall('completeOrder', {
  summary: 'Completes a paid order; records remaining items as shipped or picked up',
  permission: 'orders.change',
  params: orderParams,
  body: z.object({
    /** `now` treats checks that may still bounce as cleared today, at the completing person's discretion. */
    checks: z._default(z.enum(['wait', 'now']), 'wait'),
    expected_version,
  }),
  ...orderResponses,
})
export const cancelOrderCall = defineAdminCall('cancelOrder', {
  summary:
    'Cancels an order, credits it and restocks its items; a completed order requires the permission to record returns',
  permission: 'orders.change',
  params: orderParams,
  body: z.object({
    reason,
    /** Whether goods that were handed over are restocked too; goods still in the shop always are. */
    restock: z._default(z.boolean(), true),
    expected_version,
  }),
  ...orderResponses,
  errors: [403, ...orderResponses.errors],
})
export const reinstateOrderCall = defineAdminCall('reinstateOrder', {
  summary: 'Reinstates a canceled order that was never counted, if its items are in stock',
  permission: 'orders.change',
  params: orderParams,
  body: z.object({ reason }),
  ...orderResponses,
})
export const moveDueDateCall = defineAdminCall('moveDueDate', {
  summary: 'Changes the due date of an unpaid order, along with its reminders and cancellation',
  permission: 'orders.change',
  params: orderParams,
  body: z.object({
    due_on: day,
    reason,
    expected_version,
  }),
  ...orderResponses,
})
export const settleClaimCall = defineAdminCall('settleClaim', {
  summary: 'Settles a payment claim for which no payment was found; the order becomes due as before',
  permission: 'orders.change',
  params: orderParams,
  body: z.object({
    reason,
    expected_version,
  }),
  ...orderResponses,
})
export const correctContactCall = defineAdminCall('correctContact', {
  summary:
    'Corrects an order’s contact details in any status: earlier links stop working, and the new email gets the confirmation, or a link if the order is completed or canceled.',
  permission: 'orders.change',
  params: orderParams,
  body: z.object({
    ...Contact.shape,
    reason,
    expected_version,
  }),
  ...orderResponses,
})

const lines = z.optional(
  z
    .array(
      z.object({
        /** The index of the order's product. */
        line: wholeNumber(0, 1000, shopMessages.malformed),
        quantity: wholeNumber(1, 1000, 'Enter a quantity of at least 1.'),
      }),
    )
    .check(z.minLength(1, shopMessages.malformed), z.maxLength(1000, shopMessages.malformed)),
)
/** Ships an order paid by a check that may still bounce; otherwise 409 with the day when it clears. */
const uncleared = z.optional(z.boolean())
/** A packed shipment, or lines that this step also packs; without either, everything that is ready for the step. */
const step = { shipment_id: z.optional(rowId), lines, expected_version, uncleared }
const shipmentOrLines = z.refine<{ shipment_id?: unknown; lines?: unknown }>(
  ({ shipment_id, lines }) => shipment_id === undefined || lines === undefined,
  { error: 'Send either a shipment or lines, not both.', path: ['lines'] },
)

export const packOrderCall = defineAdminCall('packOrder', {
  maxBodyBytes: LONG_BODY_BYTES,
  summary: 'Packs lines, or everything open, into one shipment',
  permission: 'shipments.change',
  params: orderParams,
  body: z.object({ lines, expected_version, uncleared }),
  ...orderResponses,
})
export const readyForPickupCall = defineAdminCall('readyForPickup', {
  summary: 'Marks items as ready for pickup and emails the customer',
  maxBodyBytes: LONG_BODY_BYTES,
  permission: 'shipments.change',
  params: orderParams,
  body: z.object(step).check(shipmentOrLines),
  ...orderResponses,
})
export const shipOrderCall = defineAdminCall('shipOrder', {
  summary: 'Marks a shipment as shipped and emails the customer',
  maxBodyBytes: LONG_BODY_BYTES,
  permission: 'shipments.change',
  params: orderParams,
  body: z
    .object({
      ...step,
      /** Defaults to the carrier detected from the number. */
      carrier: z.optional(z.enum(carrierCodes)),
      tracking_number: optionalText(),
    })
    .check(shipmentOrLines),
  ...orderResponses,
})
export const deliverOrderCall = defineAdminCall('deliverOrder', {
  summary: 'Marks one shipment, or all that are in transit, as delivered',
  permission: 'shipments.change',
  params: orderParams,
  body: z.object({ shipment_id: z.optional(rowId), expected_version }),
  ...orderResponses,
})
export const pickUpOrderCall = defineAdminCall('pickUpOrder', {
  summary: 'Marks items as picked up',
  maxBodyBytes: LONG_BODY_BYTES,
  permission: 'shipments.change',
  params: orderParams,
  body: z
    .object({
      ...step,
      /** Name of the person who picked it up; defaults to the buyer. */
      picked_up_by: optionalText(),
    })
    .check(shipmentOrLines),
  ...orderResponses,
})
export const voidShipmentCall = defineAdminCall('voidShipment', {
  summary: 'Voids a shipment that has not left; its lines are open again',
  permission: 'shipments.change',
  params: orderParams,
  body: z.object({ shipment_id: rowId, reason, expected_version }),
  ...orderResponses,
})

export const addOrderNoteCall = defineAdminCall('addOrderNote', {
  summary: 'Adds a staff note',
  permission: 'orders.change',
  params: orderParams,
  body: z.object({
    note: requiredLines('Enter a note.', NOTE_LIMIT),
    expected_version,
  }),
  ...orderResponses,
})
