import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { calculateInsurance } from './insurance.ts'

/** An independent implementation of the specification's sentence, with whole dollars and strings. */
function expectedInsurance(subTotalCents: number): number {
  const text = String(subTotalCents).padStart(6, '0')
  const thousands = Number(text.slice(0, -5))
  const hundreds = Number(text.slice(-5, -4))
  const perHundred = ['3.40', '3.40', '4.50', '5.65', '6.80', '9.15', '10.45', '11.75', '13.05', '14.35']
  return thousands * 1435 + Number((perHundred[hundreds] ?? '').replace('.', ''))
}

describe('insurance', () => {
  it('matches an independent implementation on any subtotal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (subTotal) => {
        expect(calculateInsurance(cents(subTotal))).toBe(expectedInsurance(subTotal))
      }),
      { numRuns: 20_000 },
    )
  })

  const boundaries = [0, 200, 300, 400, 500, 600, 700, 800, 900, 1000].flatMap((step) =>
    [0, 1, 2, 17].map((thousands) => (thousands * 1000 + step) * 100),
  )
  it.each(boundaries)('is exact a cent below, at and a cent above %i cents', (boundary) => {
    for (const subTotal of [boundary - 1, boundary, boundary + 1].filter((value) => value >= 0)) {
      expect(calculateInsurance(cents(subTotal))).toBe(expectedInsurance(subTotal))
    }
  })

  it.each([
    [0, 340],
    [19_999, 340],
    [20_000, 450],
    [59_999, 915],
    [60_000, 1045],
    [99_999, 1435],
    [100_000, 1435 + 340],
    [250_000, 2 * 1435 + 915],
  ])('for %i cents costs %i cents', (subTotal, insurance) => {
    expect(calculateInsurance(cents(subTotal))).toBe(insurance)
  })
})
