import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { dayText, reason } from '#contract/base/admin-fields.ts'
import { dollars, instant, optionalLines, optionalText, rowId, wholeNumber } from '#contract/base/fields.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'
import { payoutStates, sentMethods } from '#domain/compensation/rules/payout-steps.ts'
import { monthParams } from './months.ts'

const text = z.string()
const day = z.string()
const memberId = rowId

const Entry = z.object({
  kind: z.enum(['held', 'released', 'paid', 'failed']),
  /** The amount sent; negative if it was returned. */
  amount: dollars,
  method: z.nullable(z.enum(sentMethods)),
  reference: text,
  reason: text,
  sent_on: z.nullable(day),
  by: text,
  at: instant,
})

/** A member's payout for a closed month (docs/back-office §5). */
export const Payout = z.object({
  member_id: z.int(),
  member_no: text,
  name: text,
  amount: dollars,
  state: z.enum(payoutStates),
  /** The method that the member chose; null if none was chosen. */
  method: z.nullable(z.object({ kind: z.enum(sentMethods), destination: text })),
  /** Why it cannot be sent although it is due; null if it can. */
  block: z.nullable(
    z.object({ reason: z.enum(['no_method', 'method_is_new', 'last_failed']), until: z.nullable(instant) }),
  ),
  /** All entries, oldest first. */
  entries: z.array(Entry),
  version: Version,
})
export type Payout = z.infer<typeof Payout>

export const payoutsCall = defineAdminCall('payouts', {
  summary: 'Lists payouts of a closed month by member, 50 per page',
  permission: 'months.read',
  params: monthParams,
  query: z.object({
    state: z.optional(z.enum(payoutStates, shopMessages.malformed)),
    /** Member id: only this member's payouts. */
    member: z.optional(rowId),
    /** The `next` of the previous page. */
    after: z.optional(rowId),
  }),
  responses: {
    200: z.object({
      data: z.array(Payout),
      next: z.nullable(z.int()),
      /**
       * The largest amount that one person may send as cash or other; above it a reason is required, and a second
       * approver if `requires_two_approvers`.
       */
      manual: z.object({ single_approver_limit: dollars, requires_two_approvers: z.boolean() }),
    }),
  },
  errors: [404, 422],
})

export const payoutFileCall = defineAdminCall('payoutFile', {
  summary: 'Exports payouts of a closed month as CSV: recipient, amount, whether it can be sent, and destination',
  permission: 'months.pay',
  freshProof: true,
  params: monthParams,
  responses: { 200: text },
  errors: [404, 422],
  contentType: 'text/csv; charset=utf-8',
})

const payoutParams = z.extend(monthParams, { member_id: memberId })
const payoutMutation = {
  permission: 'months.pay',
  params: payoutParams,
  responses: { 200: Payout },
  current: Payout,
  errors: [404, 409, 422],
} as const

export const holdPayoutCall = defineAdminCall('holdPayout', {
  summary: 'Holds an unsent payout, with a reason',
  ...payoutMutation,
  body: z.object({ reason, expected_version }),
})
export const releasePayoutCall = defineAdminCall('releasePayout', {
  summary: 'Releases a held or failed payout',
  ...payoutMutation,
  body: z.object({ reason: optionalLines(500), expected_version }),
})
export const failPayoutCall = defineAdminCall('failPayout', {
  summary: 'Marks a payout as undeliverable or returned; it stays unpaid in the month it belongs to',
  ...payoutMutation,
  body: z.object({ reason, expected_version }),
})
export const sendPayoutCall = defineAdminCall('sendPayout', {
  summary:
    'Marks an open payout of a paid month as sent. Manual payouts above a configured amount are proposed for approval first and recorded by a second call',
  freshProof: true,
  ...payoutMutation,
  /** `approval_id`: the pending approval of a second person; null if it was booked. */
  responses: { 200: z.extend(Payout, { approval_id: z.nullable(z.int()) }) },
  body: z.object({
    /** Quick pay and check go to the member's chosen destination; cash and other need a reference. */
    method: z.enum(sentMethods, shopMessages.malformed),
    reference: optionalText(200),
    /** Required for cash and other above `manual.single_approver_limit`. */
    reason: optionalLines(500),
    expected_version,
  }),
})

/** The day on which a member's W-9 was received; null if it is not on file. */
const W9 = z.object({ w9_on: z.nullable(day), version: Version })
export type W9 = z.infer<typeof W9>

/** A member's payouts in a calendar year. */
const PayeeYear = z.object({
  ...W9.shape,
  member_id: z.int(),
  member_no: text,
  name: text,
  paid: dollars,
  /** True if the year's total has reached the threshold. */
  is_reportable: z.boolean(),
})
export type PayeeYear = z.infer<typeof PayeeYear>

/** At least two digits of cents, a dot, an id. */
const cursor = z.string().check(z.regex(/^-?\d{1,15}\.\d{1,9}$/, shopMessages.malformed))
const yearParams = z.object({ year: wholeNumber(2000, 2100, shopMessages.malformed) })

export const payeesCall = defineAdminCall('payees', {
  summary: 'Lists what each member was paid in a year, largest first',
  permission: 'months.read',
  params: yearParams,
  query: z.object({
    /** `reportable`: at or above the threshold; `missing`: those of them without a W-9. */
    only: z.optional(z.enum(['reportable', 'missing'], shopMessages.malformed)),
    after: z.optional(cursor),
  }),
  responses: {
    200: z.object({
      data: z.array(PayeeYear),
      next: z.nullable(text),
      threshold: dollars,
      /** Years with payouts, latest first. */
      years: z.array(z.int()),
    }),
  },
  errors: [422],
})

export const payeeFileCall = defineAdminCall('payeeFile', {
  summary: 'Exports what each member was paid in a year as CSV',
  permission: 'months.pay',
  freshProof: true,
  params: yearParams,
  responses: { 200: text },
  errors: [422],
  contentType: 'text/csv; charset=utf-8',
})

export const recordW9Call = defineAdminCall('recordW9', {
  summary: 'Sets or clears the date a member’s W-9 has been on file; the form itself is not stored',
  permission: 'months.pay',
  params: z.object({ member_id: memberId }),
  body: z.object({
    on: z.nullable(dayText('Choose a date.')),
    expected_version,
  }),
  responses: { 200: W9 },
  current: W9,
  errors: [404, 409, 422],
})
