import { normalizeDashes, normalizeForm } from './normal-form.ts'

/** E.164 allows fifteen digits; the shortest numbers people dial have seven. */
const MIN_DIGITS = 7
const MAX_DIGITS = 15

/** Digits with the usual separators, and optionally an extension. */
const WRITTEN_NUMBER = /^[+\d\s()./-]+(?:(?:x|ext\.?|#)\s?\d{1,6})?$/i

/** Converts a pasted number, for example from a link (RFC 3966) or a contact, to plain characters. */
export const normalizePhoneNumber = (text: string): string =>
  normalizeDashes(normalizeForm(text, 'NFKC'))
    .replace(/^\s*tel:\s*/i, '')
    .replace(/;ext=(\d{1,6})$/i, ' ext. $1')
    .trim()

export function isPhoneNumber(text: string): boolean {
  const { length } = extractDigits(text)
  return length >= MIN_DIGITS && length <= MAX_DIGITS && WRITTEN_NUMBER.test(text)
}

/** Formats ten digits, also after the country code 1, as (NNN) NNN-NNNN; returns any other number unchanged. */
export function formatPhoneNumber(text: string): string {
  if (/[x#]/i.test(text)) return text
  const digits = nationalDigits(text)
  const international = text.trimStart().startsWith('+') && digits === extractDigits(text)
  return digits.length === 10 && !international ? maskDigits(digits) : text
}

/** All digits, without the country code 1 before ten of them. */
export function nationalDigits(text: string): string {
  const digits = extractDigits(text)
  return /^\s*\+1\d{10}$|^1\d{10}$/.test(text.replaceAll(/[\s().-]/g, '')) ? digits.slice(1) : digits
}

/** Formats up to ten digits with the mask (999) 999-9999, as far as they go. */
export function maskDigits(digits: string): string {
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  if (exchange === '') return area === '' ? '' : `(${area}`
  return `(${area}) ${exchange}${line === '' ? '' : `-${line}`}`
}

const extractDigits = (text: string): string => text.replaceAll(/\D/g, '')
