import { parseZip } from '#domain/addresses/zip.ts'
import { type Cents, cents, parseDollars, toDollars } from '#domain/money/money.ts'
import { isEmail, normalizeEmail } from '#domain/text/email-address.ts'

/** Converts a setting's value between its type and the text that a person writes, which is also the stored form. */
export type SettingKind<Value> = {
  /** Returns undefined if the text is not of this kind. */
  parse(text: string): Value | undefined
  print(value: Value): string
  store(value: Value): string
  restore(stored: string): Value | undefined
  /** Form control for the setting. */
  input: 'line' | 'lines' | 'amount' | 'number' | 'switch' | 'choice' | 'state'
  /** Options of a choice with their labels. */
  choices?: readonly { value: string; words: string }[]
  /** Completes the sentence "KEY must be …". */
  wanted: string
}

const LINE_LIMIT = 255
const LINES_LIMIT = 2000

const textKind = (wanted: string, isValid: (text: string) => boolean): SettingKind<string> => {
  const parse = (text: string) => {
    const trimmed = text.trim()
    // PostgreSQL stores no NUL in text.
    return !trimmed.includes('\0') && isValid(trimmed) ? trimmed : undefined
  }
  return { parse, restore: parse, print: (text) => text, store: (text) => text, input: 'line', wanted }
}

export const text = textKind(`one line of at most ${LINE_LIMIT} characters`, (input) => isLine(input))
/** An empty name, which earlier versions allowed, can still be read. */
export const name: SettingKind<string> = {
  ...textKind(`one line of 1 to ${LINE_LIMIT} characters`, (input) => input !== '' && isLine(input)),
  restore: text.restore,
}
export const lines: SettingKind<string> = {
  ...textKind(`at most ${LINES_LIMIT} characters`, (input) => input.length <= LINES_LIMIT),
  input: 'lines',
}
const emailText = textKind('an email address, or blank', (input) => input === '' || isEmail(normalizeEmail(input)))
export const emailOrNothing: SettingKind<string> = {
  ...emailText,
  parse: (input) => emailText.parse(normalizeEmail(input)),
}
/** The database checks whether the state exists. */
export const stateOrNothing: SettingKind<string> = {
  ...textKind('a two-letter state code, or blank', (input) => /^([A-Za-z]{2})?$/.test(input)),
  input: 'state',
  parse: (input) => (/^([A-Za-z]{2})?$/.test(input.trim()) ? input.trim().toUpperCase() : undefined),
}
/** Stores a ZIP+4 as its five digits, as everywhere. */
export const zip: SettingKind<string> = {
  ...textKind('a five-digit ZIP', (input) => /^\d{5}$/.test(input)),
  parse: parseZip,
}
export const zipOrNothing: SettingKind<string> = {
  ...zip,
  wanted: 'a five-digit ZIP, or blank',
  parse: (input) => (input.trim() === '' ? '' : zip.parse(input)),
  restore: (stored) => (stored === '' ? '' : zip.restore(stored)),
}

export const dollars: SettingKind<Cents> = {
  parse: (input) => {
    const parsed = parseDollars(input)
    return parsed !== undefined && parsed <= 100_000_000 ? parsed : undefined
  },
  print: (value) => toDollars(value).toFixed(2),
  store: String,
  restore: (stored) => (/^\d{1,9}$/.test(stored) ? cents(Number(stored)) : undefined),
  input: 'amount',
  wanted: 'a dollar amount from 0.00 to 1000000.00',
}

const parseMinutes = (input: string): number | undefined =>
  /^\d{1,5}$/.test(input) && Number(input) >= 1 && Number(input) <= 10_080 ? Number(input) : undefined
/** At most a week. */
export const minutes: SettingKind<number> = {
  parse: (input) => parseMinutes(input.trim()),
  print: String,
  store: String,
  restore: parseMinutes,
  input: 'number',
  wanted: 'a whole number from 1 to 10080',
}

const parsePieces = (input: string): number | undefined => (/^\d{1,6}$/.test(input) ? Number(input) : undefined)
export const pieces: SettingKind<number> = {
  parse: (input) => parsePieces(input.trim()),
  print: String,
  store: String,
  restore: parsePieces,
  input: 'number',
  wanted: 'a whole number from 0 to 999999',
}

const parseDays = (input: string): number | undefined =>
  /^\d{1,2}$/.test(input) && Number(input) <= 28 ? Number(input) : undefined
export const days: SettingKind<number> = {
  parse: (input) => parseDays(input.trim()),
  print: String,
  store: String,
  restore: parseDays,
  input: 'number',
  wanted: 'a whole number from 0 to 28',
}

const parsePercent = (input: string): number | undefined =>
  /^\d{1,3}$/.test(input) && Number(input) >= 1 && Number(input) <= 100 ? Number(input) : undefined
export const percent: SettingKind<number> = {
  parse: (input) => parsePercent(input.trim().replace(/%$/, '')),
  print: String,
  store: String,
  restore: parsePercent,
  input: 'number',
  wanted: 'a whole number from 1 to 100',
}

const parseMegabytes = (input: string): number | undefined =>
  /^\d{1,9}$/.test(input) && Number(input) >= 1 && Number(input) <= 100_000_000 ? Number(input) : undefined
/** At most 100 terabytes. */
export const megabytes: SettingKind<number> = {
  parse: (input) => parseMegabytes(input.trim()),
  print: String,
  store: String,
  restore: parseMegabytes,
  input: 'number',
  wanted: 'a whole number from 1 to 100000000',
}

const parseOnOff = (input: string): boolean | undefined => (input === 'on' ? true : input === 'off' ? false : undefined)
export const onOff: SettingKind<boolean> = {
  parse: (input) => parseOnOff(input.trim().toLowerCase()),
  print: (value) => (value ? 'on' : 'off'),
  store: (value) => (value ? 'on' : 'off'),
  restore: parseOnOff,
  input: 'switch',
  wanted: 'on or off',
}

/** One of several options; `labels` has the text of each. */
export function oneOf<const Value extends string>(labels: Record<Value, string>): SettingKind<Value> {
  const values = Object.keys(labels) as Value[]
  const parse = (input: string) => values.find((value) => value === input.trim().toLowerCase())
  return {
    parse,
    restore: parse,
    print: (value) => value,
    store: (value) => value,
    input: 'choice',
    choices: values.map((value) => ({ value, words: labels[value] })),
    wanted: values.join(' or '),
  }
}

function isLine(input: string): boolean {
  return input.length <= LINE_LIMIT && !/[\r\n\t]/.test(input)
}
