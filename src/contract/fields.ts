import * as z from 'zod/mini'
import { holdsLink } from '#domain/account/holds-link.ts'
import { normalForm } from '#domain/normal-form.ts'
import { formatPhoneNumber, isPhoneNumber } from '#domain/phone-number.ts'
import { formMessages, ownFormMessages } from './form-messages.ts'
import { TEXT_LIMIT } from './limits.ts'
import { ownMessages } from './messages.ts'
import { pageMessages } from './page-messages.ts'

/** PostgreSQL cannot store NUL in text, so it is refused before it gets there. */
export const noNul = z.refine<string>((text) => !text.includes('\0'), ownMessages.malformed)

/** Anything but white space of every script and characters that draw nothing (U+2800 is blank by its shape alone). */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb]/u
/** Refuses text without a visible character. Empty text is refused by its length, with the same sentence. */
const visible = (required: string) => z.refine<string>((text) => text === '' || VISIBLE.test(text), required)

/** No character is composed of more. */
const MOST_UNITS_COMPOSED = 4
/**
 * Composed: an é of two characters, as files and keyboards of some systems have it, is found by an é of one. What stays
 * longer than `limit` however it is composed is left as it is, to be refused for its length.
 */
const composed = (limit: number) =>
  z.overwrite<string>((text) => (text.length > limit * MOST_UNITS_COMPOSED ? text : normalForm(text, 'NFC')))

/** Text with at least one visible character; trimmed, at most 255 characters. */
export const requiredText = (required: string, limit = TEXT_LIMIT) =>
  z
    .string({ error: required })
    .check(
      z.trim(),
      composed(limit),
      z.minLength(1, required),
      z.maxLength(limit, ownFormMessages.tooLong),
      noNul,
      visible(required),
    )

const oneLine = z.refine<string>((name) => !/\p{Cc}/u.test(name), ownMessages.malformed)
const withoutLink = z.refine<string>((name) => !holdsLink(name), pageMessages.nameHoldsLink)

/**
 * A person's name: one line without anything that mail programs turn into a link, since names appear in mails to
 * others.
 */
export const personName = (required: string) => requiredText(required).check(oneLine, withoutLink)

/** The same, and empty where they go by something else; what draws nothing is no name. */
export const personNameOrNone = (limit: number) =>
  z
    .string({ error: ownMessages.malformed })
    .check(
      z.trim(),
      composed(limit),
      z.maxLength(limit, ownFormMessages.tooLong),
      visible(ownMessages.malformed),
      oneLine,
      withoutLink,
    )

/** Text that may be omitted; absent reads as empty. */
export const optionalText = (limit = TEXT_LIMIT) =>
  z._default(
    z
      .string({ error: ownMessages.malformed })
      .check(z.trim(), composed(limit), z.maxLength(limit, ownFormMessages.tooLong), noNul),
    '',
  )

/** Text that may be omitted, of which the call's verb judges how much it keeps. */
export const textOfAnyLength = () =>
  z._default(z.string({ error: ownMessages.malformed }).check(composed(Number.POSITIVE_INFINITY), z.trim(), noNul), '')

/** Text that may be left out; what says nothing reads as null. */
export const textOrNull = (text: z.ZodMiniType<string> = optionalText()) =>
  z.pipe(
    z.nullable(text),
    z.transform((said) => said || null),
  )

/**
 * Text that another schema requires where it is needed. Anything but text reads as empty, so that the other schema
 * refuses it with its own sentence. `tidy` must normalize as that schema's field does, so that both read the same
 * value.
 */
export const uncheckedText = (tidy = (text: string): string => text) =>
  z._default(z.pipe(z.catch(z.string(), ''), z.string().check(z.trim(), composed(TEXT_LIMIT), z.overwrite(tidy))), '')

const phoneRule = z.refine<string>((text) => !VISIBLE.test(text) || isPhoneNumber(text), ownFormMessages.phoneInvalid)
/** 7 to 15 digits; ten are stored as (NNN) NNN-NNNN. */
export const phoneNumber = (required: string) => requiredText(required).check(phoneRule, z.overwrite(formatPhoneNumber))

export const emailText = (required: string, invalid: string) =>
  z
    .string({ error: required })
    .check(
      z.trim(),
      z.minLength(1, required),
      z.maxLength(TEXT_LIMIT, invalid),
      z.toLowerCase(),
      z.regex(z.regexes.email, invalid),
    )

/** A whole number, which forms send as text and scripts as a number. */
export const wholeNumber = (min: number, max: number, message: string) =>
  z.pipe(
    z.union([z.number(), z.pipe(z.string().check(z.regex(/^\d{1,10}$/)), z.transform(Number))], { error: message }),
    z.int({ error: message }).check(z.minimum(min, message), z.maximum(max, message)),
  )

/** An id of a row. Nothing above the largest PostgreSQL integer can exist. */
export const rowId = wholeNumber(1, 2_147_483_647, ownMessages.malformed)

/** A page of a public list, from 1; beyond the end it is empty (docs/product §10.3). */
export const pageNumber = z._default(wholeNumber(1, 2_147_483_647, ownMessages.malformed), 1)

/** How many rows to skip; beyond the end the page is empty (docs/product §10.3, §11.1). */
export const offset = z._default(wholeNumber(0, 2_147_483_647, ownMessages.malformed), 0)

/** Dollars on the wire, with at most two decimals, converted from integer cents (docs/product §2.2). */
export const dollars = z.number()

/** An instant in ISO 8601, UTC. */
export const instant = z.string()

/** Five digits, or the nine of a ZIP+4. */
const ZIP = /^(\d{5})(?:[- ]?\d{4})?$/
/** The five digits that determine shipping and taxes; text that is not a ZIP is returned unchanged. */
export const fiveDigits = (zip: string): string => ZIP.exec(zip.trim())?.[1] ?? zip

const zipRule = z.refine<string>((text) => text === '' || ZIP.test(text), ownFormMessages.zipcodeInvalid)
/** A ZIP, stored as its five digits; ZIP+4 is accepted. */
export const zipText = (required: string) =>
  z.string({ error: required }).check(z.trim(), z.minLength(1, required), zipRule, z.overwrite(fiveDigits))

/** A ZIP with the checkout's own messages (docs/specification §5). */
export const zipcode = zipText(formMessages.zipcodeRequired)

/** Quotes take exactly five digits (docs/specification §5, §9). */
export const quoteZip = z
  .string({ error: formMessages.zipcodeRequired })
  .check(z.trim(), z.minLength(1, formMessages.zipcodeRequired), z.regex(/^(\d{5})?$/, ownFormMessages.zipcodeInvalid))
