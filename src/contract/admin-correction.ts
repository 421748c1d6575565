import * as z from 'zod/mini'
import { CORRECTED_BONUSES } from '#domain/compensation/rules/correction.ts'
import { defineAdminCall } from './admin-call.ts'
import { isMonth, monthText, reason, signedAmount } from './admin-fields.ts'
import { dollars, instant, noNul, optionalText, rowId } from './fields.ts'
import { ownMessages } from './messages.ts'
import { Problem } from './problem.ts'

const text = z.string()
const named = { member_id: z.int(), member_no: text, name: text }
const bonus = z.enum(CORRECTED_BONUSES, 'Please choose which bonus.')

/** What staff added to a member's bonus, or took from it (docs/plan §8.5). */
export const Correction = z.object({
  id: z.int(),
  ...named,
  bonus,
  amount: dollars,
  /** `YYYY-MM`: the month whose bonus was wrong, and the one that it counts in. */
  concerns: text,
  month: text,
  /** The counted order that it is about. */
  order_no: z.nullable(text),
  reason: text,
  asked_by: text,
  /** Null where there was nobody else who may approve. */
  approved_by: z.nullable(text),
  booked_at: instant,
})
export type Correction = z.infer<typeof Correction>

export const correctionsCall = defineAdminCall('corrections', {
  summary: 'Corrections of bonuses, the latest first: all, or those of a month, a member or an order',
  permission: 'members.read',
  query: z.object({
    /** Booked in it. */
    month: z.optional(monthText),
    member_id: z.optional(rowId),
    /** Its number as it is counted. */
    order: z.optional(z.string().check(z.maxLength(100, ownMessages.malformed), noNul)),
    /** The `next` of the page before. */
    after: z.optional(rowId),
  }),
  responses: {
    200: z.object({
      data: z.array(Correction),
      next: z.nullable(z.int()),
      /** Those that wait for a second person, of all months; exact to 1,000. */
      waiting: z.int(),
    }),
  },
  errors: [422],
})

const asked = {
  member_id: rowId,
  /** The month whose bonus is wrong. */
  concerns: z.string({ error: 'Please choose a month.' }).check(isMonth),
  bonus,
  /** Below zero: what the member gets less. */
  amount: signedAmount('Please enter the amount.'),
  order_no: optionalText(100),
  /** The member reads it. */
  reason,
}

const Figures = z.object({ sales_bonus: dollars, level_bonus: dollars, total_bonus: dollars })

/** What a correction would do. */
export const CorrectionPreview = z.object({
  ...named,
  /** Of the account today. */
  status: z.enum(['pending', 'active', 'suspended', 'closed']),
  /** The month that it would be booked in. */
  month: text,
  /** What is approved, name by name: the correction and all that it rests on. */
  facts: z.array(z.object({ name: text, value: text })),
  /** SHA-256 of them. */
  hash: text,
  /** The member's month as it stands, and with the correction: it goes on changing, and is not approved. */
  now: Figures,
  after: Figures,
  /**
   * What the month would pay out and carry on as it stands; null while the month before is open, whose balance is not
   * known yet.
   */
  balance: z.nullable(
    z.object({
      opening: dollars,
      now: z.object({ payable: dollars, carried: dollars }),
      after: z.object({ payable: dollars, carried: dollars }),
    }),
  ),
  /** Of the same member, month, bonus and order: what waits for a second person, and would be void. */
  waiting: z.nullable(z.object({ approval_id: z.int(), proposed_by: text, same: z.boolean() })),
})
export type CorrectionPreview = z.infer<typeof CorrectionPreview>

export const previewCorrectionCall = defineAdminCall('previewCorrection', {
  summary: 'What a correction of a bonus would do; nothing is changed',
  permission: 'bonuses.correct',
  body: z.object(asked),
  responses: { 200: CorrectionPreview },
  errors: [404, 409, 422],
})

export const proposeCorrectionCall = defineAdminCall('proposeCorrection', {
  summary:
    'Proposes a correction of a bonus as it was previewed, or books it where one person may; 409 with a new preview where what it rests on has changed',
  permission: 'bonuses.correct',
  freshProof: true,
  body: z.object({
    ...asked,
    /** `hash` of what was looked at. */
    previewed: z.string({ error: ownMessages.malformed }).check(z.regex(/^[0-9a-f]{64}$/, ownMessages.malformed)),
  }),
  responses: {
    200: z.object({
      /** Null where it is proposed. */
      correction_id: z.nullable(z.int()),
      /** Null where it is booked. */
      approval_id: z.nullable(z.int()),
      /** Another proposal, which was of other figures, is void now. */
      voided: z.boolean(),
      /** The month that it is booked in. */
      month: text,
    }),
    409: z.extend(Problem, { preview: z.optional(CorrectionPreview) }),
  },
  errors: [404, 422],
})

export const proposedCorrectionCall = defineAdminCall('proposedCorrection', {
  summary: 'What a proposed correction would do as things stand, for whoever approves it',
  permission: 'approve',
  query: z.object({ approval_id: rowId }),
  responses: { 200: CorrectionPreview },
  errors: [404, 409, 422],
})
