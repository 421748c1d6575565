/**
 * Parses an amount as typed, such as `$1,250.00` or `1250`. Only a point separates cents. Returns NaN for a malformed
 * amount, which the contract refuses.
 */
export function parseAmount(text: string): number {
  const digits = text.replace(/[$,\s]/g, '')
  return digits === '' ? Number.NaN : Number(digits)
}
