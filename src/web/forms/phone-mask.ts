import { maskDigits, nationalDigits } from '#domain/text/phone-number.ts'

/**
 * Masks a phone number while it is typed: ten digits become (999) 999-9999 (docs/specification §5). Leaves anything
 * else unchanged: text after a plus, and more digits than the mask has.
 */
export function maskPhone(text: string): string {
  const national = nationalDigits(text)
  if (text.trimStart().startsWith('+') && national === text.replaceAll(/\D/g, '')) return text
  if (national.length > 10) return OVERLONG_MASK.test(text) ? national : text
  return maskDigits(national)
}

/** A masked text with one digit too many: the number is longer, so the mask is removed. */
const OVERLONG_MASK = /^\(\d{3}\) \d{3}-\d{5}$/

/** Caret position in the masked text: after the same number of digits as before. */
export function caretInMask(before: string, caret: number, after: string): number {
  if (caret >= before.length) return after.length
  let digitsBefore = before.slice(0, caret).replaceAll(/\D/g, '').length
  // A removed country code was before every caret position.
  const removedDigits = before.replaceAll(/\D/g, '').length - after.replaceAll(/\D/g, '').length
  digitsBefore -= Math.max(0, removedDigits)
  if (digitsBefore <= 0) return 0
  for (let index = 0; index < after.length; index++) {
    if (/\d/.test(after.charAt(index)) && --digitsBefore === 0) return index + 1
  }
  return after.length
}
