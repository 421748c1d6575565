import { maskDigits, nationalDigits } from '#domain/phone-number.ts'

/**
 * A phone number as it is typed: ten digits become (999) 999-9999 (docs/specification §5). What cannot be such a number
 * is left as it was written: everything after a plus, and more digits than the mask holds.
 */
export function maskPhone(text: string): string {
  const national = nationalDigits(text)
  if (text.trimStart().startsWith('+') && national === text.replaceAll(/\D/g, '')) return text
  if (national.length > 10) return outgrown.test(text) ? national : text
  return maskDigits(national)
}

/** The mask's own text with one digit too many: a longer number, so the mask's signs go again. */
const outgrown = /^\(\d{3}\) \d{3}-\d{5}$/

/** Where the caret belongs in the masked text: behind as many digits as it stood behind before. */
export function caretInMask(before: string, caret: number, after: string): number {
  if (caret >= before.length) return after.length
  let passed = before.slice(0, caret).replaceAll(/\D/g, '').length
  // A dropped country code was in front of every caret.
  const dropped = before.replaceAll(/\D/g, '').length - after.replaceAll(/\D/g, '').length
  passed -= Math.max(0, dropped)
  if (passed <= 0) return 0
  for (let at = 0; at < after.length; at++) {
    if (/\d/.test(after.charAt(at)) && --passed === 0) return at + 1
  }
  return after.length
}
