import * as z from 'zod/mini'
import { parseMonth } from '#domain/calendar/month.ts'
import { requiredLines } from './fields.ts'
import { shopMessages } from './messages.ts'
import { serverMessages } from './server-messages.ts'

const REASON_LIMIT = 500
/** The reason that staff give for an action. */
export const reason = requiredLines(serverMessages.reasonRequired, REASON_LIMIT)

/** Requires a month that the shop supports, `YYYY-MM`. */
export const isMonth = z.refine<string>((text) => parseMonth(text) !== undefined, shopMessages.malformed)
export const monthText = z.string({ error: shopMessages.malformed }).check(isMonth)

/** An existing day in a year of four digits. */
export const dayText = (required: string) => z.iso.date(required).check(z.regex(/^[12]/, shopMessages.malformed))

const FIRST_DAY = '1970-01-01'
const LAST_DAY = '9997-12-31'
/** A day in the shop's time zone, as a filter of lists. */
export const shopDay = z.iso
  .date(shopMessages.malformed)
  .check(z.refine((day) => day >= FIRST_DAY && day <= LAST_DAY, shopMessages.malformed))

export const MAX_DOLLARS = 1e9
const isWholeCents = (value: number): boolean => Math.abs(value * 100 - Math.round(value * 100)) < 1e-4
/** A dollar amount entered by staff, with a minimum. */
export const amountFrom = (minimum: number, { required, tooLow }: { required: string; tooLow: string }) =>
  z
    .number({ error: required })
    .check(
      z.minimum(minimum, tooLow),
      z.maximum(MAX_DOLLARS, shopMessages.malformed),
      z.refine(isWholeCents, 'Enter an amount with at most two decimals.'),
    )
export const amount = amountFrom(0, { required: 'Enter an amount.', tooLow: 'Enter an amount of $0.00 or more.' })
/** May be negative, like a balance. */
export const signedAmount = (required: string) => amountFrom(-MAX_DOLLARS, { required, tooLow: shopMessages.malformed })
