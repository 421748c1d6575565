import { maskDigits, nationalDigits } from '#domain/text/phone-number.ts'

/**
 * Masks a phone number while it is typed: ten digits become (999) 999-9999 (docs/specification §5). Leaves anything
 * else unchanged: text after a plus, and more digits than the mask has.
 */
export function maskPhone(text: string): string {
  const national = nationalDigits(text)
  if (text.trimStart().startsWith('+') && national === text.replaceAll(/\D/g, '')) return text
  if (national.length > 10) return outgrown.test(text) ? national : text
  return maskDigits(national)
}

/** A masked text with one digit too many: the number is longer, so the mask is removed. */
const outgrown = /^\(\d{3}\) \d{3}-\d{5}$/

/** Caret position in the masked text: after the same number of digits as before. */
export function caretInMask(before: string, caret: number, after: string): number {
  if (caret >= before.length) return after.length
  let passed = before.slice(0, caret).replaceAll(/\D/g, '').length
  // A removed country code was before every caret position.
  const dropped = before.replaceAll(/\D/g, '').length - after.replaceAll(/\D/g, '').length
  passed -= Math.max(0, dropped)
  if (passed <= 0) return 0
  for (let at = 0; at < after.length; at++) {
    if (/\d/.test(after.charAt(at)) && --passed === 0) return at + 1
  }
  return after.length
}
