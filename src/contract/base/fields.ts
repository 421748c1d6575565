import * as z from 'zod/mini'
import { parseZip, toFiveDigits } from '#domain/addresses/zip.ts'
import { containsLink } from '#domain/customers/contains-link.ts'
import { normalizeLicenseNumber } from '#domain/customers/license.ts'
import { isEmail, normalizeEmail } from '#domain/text/email-address.ts'
import { normalizeForm, normalizeLine, normalizeLines } from '#domain/text/normal-form.ts'
import { formatPhoneNumber, isPhoneNumber, normalizePhoneNumber } from '#domain/text/phone-number.ts'
import { formMessages, shopFormMessages } from './form-messages.ts'
import { TEXT_LIMIT } from './limits.ts'
import { shopMessages } from './messages.ts'
import { pageMessages } from './page-messages.ts'

/** PostgreSQL cannot store NUL in text, so it is refused beforehand. */
export const noNul = z.refine<string>((text) => !text.includes('\0'), shopMessages.malformed)

/** Any character except white space of every script and invisible characters (U+2800 is blank by its shape alone). */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb]/u
/** Refuses text without a visible character. Empty text is refused by its length, with the same message. */
const requireVisible = (message: string) => z.refine<string>((text) => text === '' || VISIBLE.test(text), message)

/** The most code units that are composed into one character. */
const MAX_UNITS_PER_CHARACTER = 4
/**
 * Normalizes text that can fit; text longer than `limit` in any composition is left alone, and refused for its length.
 */
const normalizeUpTo = (limit: number, tidy = normalizeLine) =>
  z.overwrite<string>((text) => (text.length > limit * MAX_UNITS_PER_CHARACTER ? text : tidy(text)))

const requiredString = (message: string, limit: number, tidy: (text: string) => string) =>
  z
    .string({ error: message })
    .check(
      z.trim(),
      normalizeUpTo(limit, tidy),
      z.minLength(1, message),
      z.maxLength(limit, shopFormMessages.tooLong),
      noNul,
      requireVisible(message),
    )

/** One line with at least one visible character; at most 255 characters. */
export const requiredText = (message: string, limit = TEXT_LIMIT) => requiredString(message, limit, normalizeLine)

/** Like `requiredText`, for text of several lines. */
export const requiredLines = (message: string, limit = TEXT_LIMIT) => requiredString(message, limit, normalizeLines)

const noControls = z.refine<string>((name) => !/\p{Cc}/u.test(name), shopMessages.malformed)
const noLink = z.refine<string>((name) => !containsLink(name), pageMessages.nameContainsLink)

/**
 * A person's name: one line without anything that mail programs turn into a link, since names appear in mails to
 * others.
 */
export const personName = (message: string) => requiredText(message).check(noControls, noLink)

/** Like `personName`, but may be empty; invisible characters read as empty. */
export const personNameOrNone = (limit: number) =>
  z
    .string({ error: shopMessages.malformed })
    .check(
      z.trim(),
      requireVisible(shopMessages.malformed),
      normalizeUpTo(limit),
      z.maxLength(limit, shopFormMessages.tooLong),
      requireVisible(shopMessages.malformed),
      noControls,
      noLink,
    )

const optionalString = (limit: number, tidy: (text: string) => string) =>
  z._default(
    z
      .string({ error: shopMessages.malformed })
      .check(z.trim(), normalizeUpTo(limit, tidy), z.maxLength(limit, shopFormMessages.tooLong), noNul),
    '',
  )

/** One line that may be omitted; absent reads as empty. */
export const optionalText = (limit = TEXT_LIMIT) => optionalString(limit, normalizeLine)

/** Text of several lines that may be omitted. */
export const optionalLines = (limit = TEXT_LIMIT) => optionalString(limit, normalizeLines)

const composeCharacters = z.overwrite<string>((text) => normalizeForm(text, 'NFC'))
/** Text that may be omitted, whose length the use case limits. */
export const textOfAnyLength = () =>
  z._default(z.string({ error: shopMessages.malformed }).check(composeCharacters, z.trim(), noNul), '')

/** Text that may be omitted; blank text reads as null. */
export const textOrNull = (text: z.ZodMiniType<string> = optionalText()) =>
  z.pipe(
    z.nullable(text),
    z.transform((value) => value || null),
  )

/**
 * Text that another schema validates if it is needed. Anything but a string reads as empty, so that the other schema
 * refuses it with its own message. `tidy` must normalize like that schema's field, so that both read the same value.
 */
export const uncheckedText = (tidy = (text: string): string => text) =>
  z._default(
    z.pipe(z.catch(z.string(), ''), z.string().check(z.trim(), normalizeUpTo(TEXT_LIMIT), z.overwrite(tidy))),
    '',
  )

/** Formats a number the way `phoneNumber` stores it. */
export const tidyPhoneNumber = (text: string): string => formatPhoneNumber(normalizePhoneNumber(text))
const phoneRule = z.refine<string>((text) => !VISIBLE.test(text) || isPhoneNumber(text), shopFormMessages.phoneInvalid)
/** 7 to 15 digits; ten are stored as (NNN) NNN-NNNN. */
export const phoneNumber = (message: string) =>
  requiredText(message).check(z.overwrite(normalizePhoneNumber), phoneRule, z.overwrite(formatPhoneNumber))

/** At most 64 characters before the @ and 254 in all; the domain is stored in ASCII. */
export const emailText = (message: string, invalidMessage: string) =>
  z.string({ error: message }).check(
    z.trim(),
    normalizeUpTo(TEXT_LIMIT, normalizeEmail),
    z.minLength(1, message),
    z.refine((email) => email === '' || isEmail(email), invalidMessage),
  )

/** The number of a license, with at least one letter or digit. */
export const licenseNumberText = (message: string) =>
  requiredText(message).check(z.refine((value) => normalizeLicenseNumber(value) !== '', message))

/** A state's code; the database checks whether the state exists. */
export const stateText = (message: string) => requiredText(message).check(z.overwrite(tidyState))
export const tidyState = (text: string): string => (/^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : text)

/** A whole number, which forms send as text and scripts as a number. */
export const wholeNumber = (min: number, max: number, message: string) =>
  z.pipe(
    z.union([z.number(), z.pipe(z.string().check(z.regex(/^\d{1,10}$/)), z.transform(Number))], { error: message }),
    z.int({ error: message }).check(z.minimum(min, message), z.maximum(max, message)),
  )

/** A row id. Nothing above the largest PostgreSQL integer can exist. */
export const rowId = wholeNumber(1, 2_147_483_647, shopMessages.malformed)

/** A page of a public list, from 1; beyond the end it is empty (docs/product §10.3). */
export const pageNumber = z._default(wholeNumber(1, 2_147_483_647, shopMessages.malformed), 1)

/** Number of rows to skip; beyond the end the page is empty (docs/product §10.3, §11.1). */
export const offset = z._default(wholeNumber(0, 2_147_483_647, shopMessages.malformed), 0)

/** Dollars on the wire, with at most two decimals, converted from integer cents (docs/product §2.2). */
export const dollars = z.number()

/** An instant in ISO 8601, UTC. */
export const instant = z.string()

const zipRule = z.refine<string>((text) => text === '' || parseZip(text) !== undefined, shopFormMessages.zipcodeInvalid)
/** A ZIP, stored as its five digits; ZIP+4 is accepted. */
export const zipText = (message: string) =>
  z.string({ error: message }).check(z.trim(), z.minLength(1, message), zipRule, z.overwrite(toFiveDigits))

/** A ZIP with the checkout's own messages (docs/specification §5). */
export const zipcode = zipText(formMessages.zipcodeRequired)

/** One part of a URL: words in lower case with hyphens between them. */
export const urlPart = (required: string, limit: number) =>
  requiredText(required, limit).check(
    z.regex(/^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u, 'Use lowercase letters, digits and single hyphens.'),
  )

/** Path of an uploaded picture, `/uploads/…` without size and format. */
export const pictureSrc = z.string().check(z.regex(/^\/uploads\/[a-z0-9][a-z0-9-]{0,199}$/, shopMessages.malformed))
