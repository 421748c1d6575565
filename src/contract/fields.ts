import * as z from 'zod/mini'
import { TEXT_LIMIT } from './limits.ts'
import { messages, ownMessages } from './messages.ts'

/** PostgreSQL keeps no NUL in text; refused here, so that it never gets as far. */
const noNul = z.refine<string>((text) => !text.includes('\0'), ownMessages.malformed)

/** Text that must say something; trimmed, at most 255 characters. */
export const requiredText = (required: string, limit = TEXT_LIMIT) =>
  z
    .string({ error: required })
    .check(z.trim(), z.minLength(1, required), z.maxLength(limit, ownMessages.tooLong), noNul)

/** Text that may be left out; absent reads as empty. */
export const optionalText = (limit = TEXT_LIMIT) =>
  z._default(
    z.string({ error: ownMessages.malformed }).check(z.trim(), z.maxLength(limit, ownMessages.tooLong), noNul),
    '',
  )

export const emailAddress = (required: string, invalid: string) =>
  z
    .string({ error: required })
    .check(
      z.trim(),
      z.minLength(1, required),
      z.maxLength(TEXT_LIMIT, invalid),
      z.toLowerCase(),
      z.regex(z.regexes.email, invalid),
    )

/** A whole number that a form sends as text and a script as a number. */
export const wholeNumber = (min: number, max: number, message: string) =>
  z.pipe(
    z.union([z.number(), z.pipe(z.string().check(z.regex(/^\d{1,10}$/)), z.transform(Number))], { error: message }),
    z.int({ error: message }).check(z.minimum(min, message), z.maximum(max, message)),
  )

/** Largest id PostgreSQL's integer holds; anything above cannot exist. */
export const rowId = wholeNumber(1, 2_147_483_647, ownMessages.malformed)

/** Rows to skip: a whole number from 0; beyond the end is an empty page (product.md §10, §11). */
export const offset = z._default(wholeNumber(0, 2_147_483_647, ownMessages.malformed), 0)

/** Dollars on the wire, at most two decimals, made from integer cents (product.md §2). */
export const dollars = z.number()

/** An instant, ISO 8601 in UTC. */
export const instant = z.string()

/** Five digits. */
export const zipText = (required: string) =>
  z
    .string({ error: required })
    .check(z.trim(), z.minLength(1, required), z.regex(/^(\d{5})?$/, ownMessages.zipcodeInvalid))

/** The checkout's own words for it (specification §5). */
export const zipcode = zipText(messages.zipcodeRequired)
