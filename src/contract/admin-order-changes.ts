import * as z from 'zod/mini'
import { carrierCodes } from '#domain/fulfillment/carriers.ts'
import { paymentMethods } from '#domain/order/balance.ts'
import { orderStatuses } from '#domain/order/status.ts'
import { defineAdminCall } from './admin-call.ts'
import { dayText, reason, signedAmount } from './admin-fields.ts'
import { ManagedOrder, orderParams } from './admin-order.ts'
import { LONG_BODY_BYTES } from './call.ts'
import { Contact } from './checkout.ts'
import { noNul, optionalText, requiredLines, rowId, wholeNumber } from './fields.ts'
import { TEXT_LIMIT } from './limits.ts'
import { ownMessages } from './messages.ts'

const NOTE_LIMIT = 2000
const received = signedAmount('Please enter the amount.')
/**
 * The balance at the time of viewing: nothing is booked if it has changed, so that neither a repeat nor two clerks book
 * twice.
 */
const expected_balance = signedAmount('Please say which balance you saw: expected_balance.')
/** Number of shipment steps and edits at the time of viewing; nothing is done if it has changed. */
const expected_steps = wholeNumber(0, 1_000_000, 'Please say how many steps you saw: expected_steps.')
const day = dayText('Choose a date.')
const method = z.optional(z.enum(paymentMethods))

const paymentParams = z.object({ payment_id: rowId })
const answers = { responses: { 200: ManagedOrder }, errors: [404, 409, 422] } as const

export const bookPaymentCall = defineAdminCall('bookPayment', {
  summary: 'Books money that was received; 409 with the present `balance` where it is not the expected one',
  permission: 'payments.book',
  params: orderParams,
  body: z.object({
    amount: received,
    /** Defaults to the order's method. */
    method,
    /** Number of the check or the transfer. */
    reference: optionalText(),
    /** Defaults to today. */
    value_date: z.optional(day),
    /** True for a check that has already cleared. */
    cleared: z._default(z.boolean(), false),
    expected_balance,
    /** Confirms an amount of more than five times the amount due; otherwise 422 with `errors.confirmed`. */
    confirmed: z._default(z.boolean(), false),
  }),
  ...answers,
})
export const correctPaymentCall = defineAdminCall('correctPayment', {
  summary: 'Undoes a payment or a refund by an entry; a completed order that is unpaid by it is open again',
  permission: 'payments.book',
  params: paymentParams,
  body: z.object({
    reason,
    /** The bank did not honor the check. */
    bounced: z._default(z.boolean(), false),
  }),
  ...answers,
})
export const clearCheckCall = defineAdminCall('clearCheck', {
  summary: 'Records that the bank has paid a check out',
  permission: 'payments.book',
  params: paymentParams,
  ...answers,
})
export const refundOrderCall = defineAdminCall('refundOrder', {
  summary: 'Books money that was given back; above a setting it waits for a second person, and is then asked for again',
  permission: 'payments.refund',
  freshProof: true,
  params: orderParams,
  body: z.object({
    amount: received,
    /** Id of the credit note to pay out; if absent, the overpayment is refunded. */
    credit_note_id: z.optional(rowId),
    /** Defaults to the order's method. */
    method,
    reason,
    reference: optionalText(),
    expected_balance,
  }),
  responses: {
    200: z.object({
      /** The pending approval of a second person; null if it was booked. */
      approval_id: z.nullable(z.int()),
      order: ManagedOrder,
    }),
  },
  errors: answers.errors,
})

export const adjustPriceCall = defineAdminCall('adjustPrice', {
  summary: 'Credits an amount for goods that stay with the customer; tax, points and bonuses stay as they are',
  permission: 'payments.refund',
  freshProof: true,
  params: orderParams,
  body: z.object({ amount: received, reason, expected_balance }),
  ...answers,
})

export const completeOrderCall = defineAdminCall('completeOrder', {
  summary: 'Completes a paid order, and hands over what is still here',
  permission: 'orders.change',
  params: orderParams,
  body: z.object({
    /** `now` treats checks that may still bounce as cleared today, at the completing person's discretion. */
    checks: z._default(z.enum(['wait', 'now']), 'wait'),
    /** `fulfillment.steps_taken` at the time of viewing; nothing is handed over after another step or edit. */
    expected_steps: z.optional(expected_steps),
  }),
  ...answers,
})
/** The values that the decision to cancel an order is based on. */
const SeenOrder = z.object({
  status: z.enum(orderStatuses),
  balance: signedAmount('Please say which balance you saw: expected.balance.'),
  /** `fulfillment.steps_taken`. */
  steps_taken: wholeNumber(0, 1_000_000, 'Please say how many steps you saw: expected.steps_taken.'),
})
export const cancelOrderCall = defineAdminCall('cancelOrder', {
  summary:
    'Cancels an order, credits it and takes its goods back into stock; a completed one by who may book returns. 409 with what is there now as `present` where it is not what was expected',
  permission: 'orders.change',
  params: orderParams,
  body: z.object({
    reason,
    /** Whether goods that were handed over are restocked too; goods still in the shop always are. */
    restock: z._default(z.boolean(), true),
    /** The values at the time of viewing; nothing is canceled after another payment, step, edit or change of status. */
    expected: z.optional(SeenOrder),
  }),
  ...answers,
  errors: [403, ...answers.errors],
})
export const reinstateOrderCall = defineAdminCall('reinstateOrder', {
  summary: 'Opens a canceled order again that never counted, if its goods are there',
  permission: 'orders.change',
  params: orderParams,
  body: z.object({ reason }),
  ...answers,
})
export const moveDueDateCall = defineAdminCall('moveDueDate', {
  summary: 'Gives an unpaid order another due date; reminders and cancellation follow it',
  permission: 'orders.change',
  params: orderParams,
  body: z.object({
    due_on: day,
    reason,
    /** The due date at the time of viewing, null for none; 409 with the current `due_on` if it has changed. */
    expected_due_on: z.optional(z.nullable(day)),
  }),
  ...answers,
})
export const settleClaimCall = defineAdminCall('settleClaim', {
  summary: "Ends an 'I have paid' for which no payment was found; the order falls due as before",
  permission: 'orders.change',
  params: orderParams,
  body: z.object({
    reason,
    /** Id of the claim at the time of viewing; a later claim is not settled. */
    claim_id: z.optional(rowId),
  }),
  ...answers,
})
/** A contact as it was read: not validated by current rules, which older orders may violate. */
const seenText = z.string({ error: ownMessages.malformed }).check(z.maxLength(TEXT_LIMIT, ownMessages.malformed), noNul)
export const correctContactCall = defineAdminCall('correctContact', {
  summary:
    'Corrects who an order is of, whatever its status: earlier links to it end, and the new email is sent the confirmation, or a link to an order that is completed or canceled. 409 with the present `contact` where it is not the expected one',
  permission: 'orders.change',
  params: orderParams,
  body: z.object({
    ...Contact.shape,
    reason,
    /** The contact at the time of viewing. */
    expected: z.object({ first_name: seenText, last_name: seenText, user_email: seenText, phone_number: seenText }),
  }),
  ...answers,
})

const lines = z.optional(
  z
    .array(
      z.object({
        /** The index of the order's product. */
        line: wholeNumber(0, 1000, ownMessages.malformed),
        quantity: wholeNumber(1, 1000, 'Please enter a quantity of at least 1.'),
      }),
    )
    .check(z.minLength(1, ownMessages.malformed), z.maxLength(1000, ownMessages.malformed)),
)
/** Ships an order paid by a check that may still bounce; otherwise 409 with the day when it clears. */
const uncleared = z.optional(z.boolean())
/** A packed shipment, or lines that this step also packs; without either, everything that is ready for the step. */
const step = { shipment_id: z.optional(rowId), lines, expected_steps, uncleared }
const notBoth = z.refine<{ shipment_id?: unknown; lines?: unknown }>(
  ({ shipment_id, lines }) => shipment_id === undefined || lines === undefined,
  { error: 'Please name a shipment or lines, not both.', path: ['lines'] },
)

export const packOrderCall = defineAdminCall('packOrder', {
  maxBodyBytes: LONG_BODY_BYTES,
  summary:
    'Packs lines, or all that is open, into one shipment; 409 with `steps_taken` where others were taken meanwhile',
  permission: 'shipments.change',
  params: orderParams,
  body: z.object({ lines, expected_steps, uncleared }),
  ...answers,
})
export const readyForPickupCall = defineAdminCall('readyForPickup', {
  summary: 'Goods wait at the counter; the customer is emailed',
  maxBodyBytes: LONG_BODY_BYTES,
  permission: 'shipments.change',
  params: orderParams,
  body: z.object(step).check(notBoth),
  ...answers,
})
export const shipOrderCall = defineAdminCall('shipOrder', {
  summary: 'A parcel is on its way; the customer is emailed',
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
    .check(notBoth),
  ...answers,
})
export const deliverOrderCall = defineAdminCall('deliverOrder', {
  summary: 'A parcel has arrived, or all that are on their way',
  permission: 'shipments.change',
  params: orderParams,
  body: z.object({ shipment_id: z.optional(rowId), expected_steps }),
  ...answers,
})
export const pickUpOrderCall = defineAdminCall('pickUpOrder', {
  summary: 'Somebody took goods at the counter',
  maxBodyBytes: LONG_BODY_BYTES,
  permission: 'shipments.change',
  params: orderParams,
  body: z
    .object({
      ...step,
      /** Name of the person who picked it up; defaults to the buyer. */
      by_name: optionalText(),
    })
    .check(notBoth),
  ...answers,
})
export const voidShipmentCall = defineAdminCall('voidShipment', {
  summary: 'Unpacks a shipment that is still here; its lines are open again',
  permission: 'shipments.change',
  params: orderParams,
  body: z.object({ shipment_id: rowId, reason, expected_steps }),
  ...answers,
})

export const addOrderNoteCall = defineAdminCall('addOrderNote', {
  summary: 'Adds a note for other staff; 409 with the present `notes` where somebody wrote one meanwhile',
  permission: 'orders.change',
  params: orderParams,
  body: z.object({
    note: requiredLines('Please write what others should know.', NOTE_LIMIT),
    /** Number of notes at the time of viewing, which prevents duplicates and missed notes. */
    expected_notes: wholeNumber(0, 2_147_483_647, 'Please say how many notes you saw: expected_notes.'),
  }),
  ...answers,
})
