import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { isMonth, monthText, reason, signedAmount } from '#contract/base/admin-fields.ts'
import { dollars, instant, noNul, optionalText, rowId } from '#contract/base/fields.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'
import { CORRECTED_BONUSES } from '#domain/compensation/rules/correction.ts'

const text = z.string()
const memberFields = { member_id: z.int(), member_no: text, name: text }
const bonus = z.enum(CORRECTED_BONUSES, 'Choose a bonus.')

/** An amount that staff added to a member's bonus, or deducted from it (docs/plan §8.5). */
export const Correction = z.object({
  id: z.int(),
  ...memberFields,
  bonus,
  amount: dollars,
  /** `YYYY-MM`: the month whose bonus was wrong, and the month in which the correction counts. */
  corrected_month: text,
  month: text,
  /** The counted order that the correction refers to. */
  order_no: z.nullable(text),
  reason: text,
  requested_by: text,
  /** Null if nobody else was able to approve. */
  approved_by: z.nullable(text),
  booked_at: instant,
})
export type Correction = z.infer<typeof Correction>

export const correctionsCall = defineAdminCall('corrections', {
  summary: 'Lists bonus corrections, latest first, optionally for a month, a member or an order',
  permission: 'members.read',
  query: z.object({
    /** The month in which it was booked. */
    month: z.optional(monthText),
    member_id: z.optional(rowId),
    /** The number of the counted order. */
    order: z.optional(z.string().check(z.maxLength(100, shopMessages.malformed), noNul)),
    /** The `next` of the previous page. */
    after: z.optional(rowId),
  }),
  responses: {
    200: z.object({
      data: z.array(Correction),
      next: z.nullable(z.int()),
      /** Number of corrections in all months that wait for a second approver; exact up to 1,000. */
      waiting: z.int(),
    }),
  },
  errors: [422],
})

const correctionFields = {
  member_id: rowId,
  /** The month whose bonus is wrong. */
  corrected_month: z.string({ error: 'Choose a month.' }).check(isMonth),
  bonus,
  /** Negative if the member gets less. */
  amount: signedAmount('Enter an amount.'),
  order_no: optionalText(100),
  /** Shown to the member. */
  reason,
}

const Figures = z.object({ sales_bonus: dollars, level_bonus: dollars, total_bonus: dollars })

/** The effect of a correction before it is booked. */
export const CorrectionPreview = z.object({
  ...memberFields,
  /** Current status of the account. */
  status: z.enum(['pending', 'active', 'suspended', 'closed']),
  /** The month in which it would be booked. */
  month: text,
  /** The facts that are approved, by name: the correction and everything it depends on. */
  facts: z.array(z.object({ name: text, value: text })),
  /** Changes with the facts. */
  version: Version,
  /** The member's month as it is now, and with the correction. It keeps changing, and is not part of the approval. */
  now: Figures,
  after: Figures,
  /**
   * The month's payout and carried balance; null while the previous month is open, because its balance is not known
   * yet.
   */
  balance: z.nullable(
    z.object({
      opening: dollars,
      now: z.object({ payable: dollars, carried: dollars }),
      after: z.object({ payable: dollars, carried: dollars }),
    }),
  ),
  /** A pending proposal for the same member, month, bonus and order, which a new one would void. */
  waiting: z.nullable(z.object({ approval_id: z.int(), proposed_by: text, same: z.boolean() })),
})
export type CorrectionPreview = z.infer<typeof CorrectionPreview>

export const previewCorrectionCall = defineAdminCall('previewCorrection', {
  summary: 'Previews a bonus correction without changing anything',
  permission: 'bonuses.correct',
  body: z.object(correctionFields),
  responses: { 200: CorrectionPreview },
  errors: [404, 409, 422],
})

export const proposeCorrectionCall = defineAdminCall('proposeCorrection', {
  summary:
    'Proposes a previewed bonus correction, or books it if no second approval is needed. Returns 409 with a new preview if the underlying data has changed',
  permission: 'bonuses.correct',
  freshProof: true,
  body: z.object({
    ...correctionFields,
    /** That of the preview. */
    expected_version,
  }),
  responses: {
    200: z.object({
      /** Null if it is only proposed. */
      correction_id: z.nullable(z.int()),
      /** Null if it was booked at once. */
      approval_id: z.nullable(z.int()),
      /** Whether an earlier proposal with different figures was voided. */
      voided: z.boolean(),
      /** The month in which it is booked. */
      month: text,
    }),
  },
  current: CorrectionPreview,
  errors: [404, 409, 422],
})

export const proposedCorrectionCall = defineAdminCall('proposedCorrection', {
  summary: 'Previews a proposed correction with current data, for the approver',
  permission: 'approve',
  query: z.object({ approval_id: rowId }),
  responses: { 200: CorrectionPreview },
  errors: [404, 409, 422],
})
