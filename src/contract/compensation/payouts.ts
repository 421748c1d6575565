import * as z from 'zod/mini'
import { defineCall } from '#contract/base/call.ts'
import { dollars, instant, rowId, uncheckedText } from '#contract/base/fields.ts'
import { formMessages, shopFormMessages } from '#contract/base/form-messages.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { PASSWORD_LIMIT } from '#contract/customers/sign-in.ts'
import { chosenMethods, payoutStates, sentMethods } from '#domain/compensation/rules/payout-steps.ts'

const text = z.string()
const day = z.string()

/** A month's payout as its member sees it (docs/back-office §5). */
export const MyPayout = z.object({
  /** `YYYY-MM`; the month's statement has the details. */
  month: text,
  amount: dollars,
  /** Total of staff corrections in its month; the statement has the reasons. */
  corrected: dollars,
  state: z.enum(payoutStates),
  /** Whether its month was marked as paid: until then no payout is late. */
  month_paid: z.boolean(),
  /** Why it is on hold or has failed; empty otherwise. */
  reason: text,
  /** Details of the payment that was sent. */
  sent: z.nullable(z.object({ method: z.enum(sentMethods), on: day, destination: text })),
})
export type MyPayout = z.infer<typeof MyPayout>

export const MyPayouts = z.object({
  method: z.nullable(
    z.object({
      kind: z.enum(chosenMethods),
      destination: text,
      set_at: instant,
      /** Payouts are on hold until then; null once that has passed. */
      on_hold_until: z.nullable(instant),
    }),
  ),
  /** Balance below `carried_minimum`, or negative: carried to the next month. */
  carried: dollars,
  /** The minimum payout that the latest closed month froze; `minimum_payout` before the first close. */
  carried_minimum: dollars,
  /** The minimum payout of a month closed now. */
  minimum_payout: dollars,
  payouts: z.array(MyPayout),
  /** Cursor of the next page; null at the end. */
  next: z.nullable(text),
  /** Paid amounts by calendar year, latest first. */
  years: z.array(z.object({ year: z.int(), paid: dollars })),
})
export type MyPayouts = z.infer<typeof MyPayouts>

export const myPayoutsCall = defineCall('myPayouts', {
  summary: 'Retrieves the user’s payout method and payout history',
  query: z.object({
    /** The `next` of the previous page. */
    before: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}$/, shopMessages.malformed))),
  }),
  responses: { 200: MyPayouts },
  errors: [401, 422],
})

export const NewPayoutMethod = z.object({
  kind: z.enum(chosenMethods, 'Please choose how you want to be paid.'),
  /** For a quick pay. */
  phone_number: uncheckedText(),
  /** For a check: one of the member's addresses. */
  address_id: z.optional(rowId),
  current_password: z
    .string({ error: formMessages.currentPasswordInvalid })
    .check(z.minLength(1, formMessages.currentPasswordInvalid), z.maxLength(PASSWORD_LIMIT, shopFormMessages.tooLong)),
})
export type NewPayoutMethod = z.infer<typeof NewPayoutMethod>

export const savePayoutMethodCall = defineCall('savePayoutMethod', {
  summary: 'Sets the payout method, confirmed by the password. Payouts pause for three days, and the member is emailed',
  body: NewPayoutMethod,
  responses: { 200: MyPayouts },
  errors: [401, 403, 422, 429],
})
