import { normalizeForm, normalizeLine } from './normal-form.ts'

const MAX_LOCAL_LENGTH = 64
const MAX_CHARACTERS = 254

/** Atoms of RFC 5322, 3.2.3. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const TOP_LEVEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/
const UNICODE_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u
const ASCII = /^[ -~]*$/

/** Normalizes an address for storage and comparison: lowercase, with an ASCII domain (RFC 5891). */
export function normalizeEmail(typed: string): string {
  const text = normalizeForm(normalizeLine(typed), 'NFKC').toLowerCase().replaceAll('\u3002', '.')
  const atIndex = text.lastIndexOf('@')
  return text.length > MAX_CHARACTERS || atIndex < 0
    ? text
    : text.slice(0, atIndex + 1) + toAsciiDomain(text.slice(atIndex + 1))
}

function toAsciiDomain(domain: string): string {
  if (ASCII.test(domain) || !UNICODE_DOMAIN.test(domain)) return domain
  const url = `http://${domain}`
  return URL.canParse(url) ? new URL(url).hostname : domain
}

/** Returns whether a normalized address is valid. */
export function isEmail(email: string): boolean {
  const atIndex = email.lastIndexOf('@')
  const labels = email.slice(atIndex + 1).split('.')
  return (
    email.length <= MAX_CHARACTERS &&
    atIndex <= MAX_LOCAL_LENGTH &&
    LOCAL_PART.test(email.slice(0, Math.max(atIndex, 0))) &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    TOP_LEVEL.test(labels.at(-1) ?? '')
  )
}
