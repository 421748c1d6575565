import { parseAmount } from '../../ui/parse-amount.ts'

const GRAMS_PER_OUNCE = 28.349523125
const OUNCES_PER_POUND = 16

/** Pounds and ounces of a weight, exact enough that `parseWeight` returns the same grams. Zero is empty. */
export function formatOunces(grams: number): { pounds: string; ounces: string } {
  if (grams === 0) return { pounds: '', ounces: '' }
  // In hundredths, so that the rest never rounds up to a whole pound.
  const hundredths = Math.round((grams / GRAMS_PER_OUNCE) * 100)
  const pounds = Math.floor(hundredths / (OUNCES_PER_POUND * 100))
  const ounces = (hundredths - pounds * OUNCES_PER_POUND * 100) / 100
  return { pounds: pounds === 0 ? '' : String(pounds), ounces: ounces === 0 ? '' : String(ounces) }
}

/** Grams of pounds and ounces as entered; NaN for text that is no number. */
export function parseWeight(pounds: string, ounces: string): number {
  const [lb, oz] = [pounds, ounces].map((text) => (text.trim() === '' ? 0 : parseAmount(text)))
  return Math.round(((lb ?? 0) * OUNCES_PER_POUND + (oz ?? 0)) * GRAMS_PER_OUNCE)
}
