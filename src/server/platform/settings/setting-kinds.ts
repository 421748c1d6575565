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

const words = (wanted: string, fits: (text: string) => boolean): SettingKind<string> => {
  const parse = (text: string) => {
    const trimmed = text.trim()
    // PostgreSQL stores no NUL in text.
    return !trimmed.includes('\0') && fits(trimmed) ? trimmed : undefined
  }
  return { parse, restore: parse, print: (text) => text, store: (text) => text, input: 'line', wanted }
}

export const text = words(`one line of at most ${LINE_LIMIT} characters`, (given) => isLine(given))
/** An empty name, which earlier versions allowed, can still be read. */
export const name: SettingKind<string> = {
  ...words(`one line of 1 to ${LINE_LIMIT} characters`, (given) => given !== '' && isLine(given)),
  restore: text.restore,
}
export const lines: SettingKind<string> = {
  ...words(`at most ${LINES_LIMIT} characters`, (given) => given.length <= LINES_LIMIT),
  input: 'lines',
}
const emailInWords = words('an email address, or blank', (given) => given === '' || isEmail(normalizeEmail(given)))
export const emailOrNothing: SettingKind<string> = {
  ...emailInWords,
  parse: (given) => emailInWords.parse(normalizeEmail(given)),
}
/** The database checks whether the state exists. */
export const stateOrNothing: SettingKind<string> = {
  ...words('a two-letter state code, or blank', (given) => /^([A-Za-z]{2})?$/.test(given)),
  input: 'state',
  parse: (given) => (/^([A-Za-z]{2})?$/.test(given.trim()) ? given.trim().toUpperCase() : undefined),
}
/** Stores a ZIP+4 as its five digits, as everywhere. */
export const zip: SettingKind<string> = {
  ...words('a five-digit ZIP', (given) => /^\d{5}$/.test(given)),
  parse: parseZip,
}
export const zipOrNothing: SettingKind<string> = {
  ...zip,
  wanted: 'a five-digit ZIP, or blank',
  parse: (given) => (given.trim() === '' ? '' : zip.parse(given)),
  restore: (stored) => (stored === '' ? '' : zip.restore(stored)),
}

export const dollars: SettingKind<Cents> = {
  parse: (given) => {
    const parsed = parseDollars(given)
    return parsed !== undefined && parsed <= 100_000_000 ? parsed : undefined
  },
  print: (value) => toDollars(value).toFixed(2),
  store: String,
  restore: (stored) => (/^\d{1,9}$/.test(stored) ? cents(Number(stored)) : undefined),
  input: 'amount',
  wanted: 'a dollar amount from 0.00 to 1000000.00',
}

const wholeMinutes = (given: string): number | undefined =>
  /^\d{1,5}$/.test(given) && Number(given) >= 1 && Number(given) <= 10_080 ? Number(given) : undefined
/** At most a week. */
export const minutes: SettingKind<number> = {
  parse: (given) => wholeMinutes(given.trim()),
  print: String,
  store: String,
  restore: wholeMinutes,
  input: 'number',
  wanted: 'a whole number from 1 to 10080',
}

const wholePieces = (given: string): number | undefined => (/^\d{1,6}$/.test(given) ? Number(given) : undefined)
export const pieces: SettingKind<number> = {
  parse: (given) => wholePieces(given.trim()),
  print: String,
  store: String,
  restore: wholePieces,
  input: 'number',
  wanted: 'a whole number from 0 to 999999',
}

const wholeDays = (given: string): number | undefined =>
  /^\d{1,2}$/.test(given) && Number(given) <= 28 ? Number(given) : undefined
export const days: SettingKind<number> = {
  parse: (given) => wholeDays(given.trim()),
  print: String,
  store: String,
  restore: wholeDays,
  input: 'number',
  wanted: 'a whole number from 0 to 28',
}

const wholePercent = (given: string): number | undefined =>
  /^\d{1,3}$/.test(given) && Number(given) >= 1 && Number(given) <= 100 ? Number(given) : undefined
export const percent: SettingKind<number> = {
  parse: (given) => wholePercent(given.trim().replace(/%$/, '')),
  print: String,
  store: String,
  restore: wholePercent,
  input: 'number',
  wanted: 'a whole number from 1 to 100',
}

const wholeMegabytes = (given: string): number | undefined =>
  /^\d{1,9}$/.test(given) && Number(given) >= 1 && Number(given) <= 100_000_000 ? Number(given) : undefined
/** At most 100 terabytes. */
export const megabytes: SettingKind<number> = {
  parse: (given) => wholeMegabytes(given.trim()),
  print: String,
  store: String,
  restore: wholeMegabytes,
  input: 'number',
  wanted: 'a whole number from 1 to 100000000',
}

const onOrOff = (given: string): boolean | undefined => (given === 'on' ? true : given === 'off' ? false : undefined)
export const onOff: SettingKind<boolean> = {
  parse: (given) => onOrOff(given.trim().toLowerCase()),
  print: (value) => (value ? 'on' : 'off'),
  store: (value) => (value ? 'on' : 'off'),
  restore: onOrOff,
  input: 'switch',
  wanted: 'on or off',
}

/** One of several options; `words` has their labels. */
export function oneOf<const Value extends string>(words: Record<Value, string>): SettingKind<Value> {
  const values = Object.keys(words) as Value[]
  const find = (given: string) => values.find((value) => value === given.trim().toLowerCase())
  return {
    parse: find,
    restore: find,
    print: (value) => value,
    store: (value) => value,
    input: 'choice',
    choices: values.map((value) => ({ value, words: words[value] })),
    wanted: values.join(' or '),
  }
}

function isLine(given: string): boolean {
  return given.length <= LINE_LIMIT && !/[\r\n\t]/.test(given)
}
