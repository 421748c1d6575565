import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cartTotals } from '../cart/totals.ts'
import { shippingPriceCents } from '../checkout/shipping-price.ts'
import { cents } from '../money.ts'
import { commissionableValue } from './commissionable-value.ts'
import { orderTotals } from './order-totals.ts'

const line = fc.record({
  priceCents: fc.integer({ min: 0, max: 5_000_000 }).map(cents),
  quantity: fc.integer({ min: 1, max: 99 }),
  pv: fc.integer({ min: 0, max: 5000 }),
})

describe('order totals', () => {
  it('of any cart agree with sums made in whole cents by BigInt', () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 100 }),
        fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: undefined }),
        fc.integer({ min: 0, max: 10_000 }),
        (lines, shipping, taxRateBp) => {
          const { subTotalCents, quantity, pv } = cartTotals(lines)
          const expected = lines.reduce((sum, { priceCents, quantity: n }) => sum + BigInt(priceCents) * BigInt(n), 0n)
          expect(BigInt(subTotalCents)).toBe(expected)
          expect(quantity).toBe(lines.map((l) => l.quantity).reduce((a, b) => a + b, 0))
          expect(pv).toBe(lines.map((l) => l.pv * l.quantity).reduce((a, b) => a + b, 0))

          const totals = orderTotals({
            subTotalCents,
            delivery: shipping === undefined ? undefined : { shippingPriceCents: cents(shipping) },
            taxRateBp,
          })
          expect(BigInt(totals.taxCents)).toBe((expected * BigInt(taxRateBp) + 5000n) / 10_000n)
          expect(totals.totalCents).toBe(
            totals.subTotalCents + totals.shippingPriceCents + totals.insuranceCents + totals.taxCents,
          )
          if (shipping === undefined) expect(totals.insuranceCents + totals.shippingPriceCents).toBe(0)
          else expect(totals.insuranceCents).toBeGreaterThanOrEqual(340)
        },
      ),
    )
  })

  it('insures 200.00 made of awkward prices at 4.50, not at 3.40', () => {
    const { subTotalCents } = cartTotals(
      [7085, 6667, 6248].map((priceCents) => ({ priceCents: cents(priceCents), quantity: 1, pv: 0 })),
    )
    const totals = orderTotals({ subTotalCents, delivery: { shippingPriceCents: cents(795) }, taxRateBp: 0 })
    expect(totals).toMatchObject({ subTotalCents: 20_000, insuranceCents: 450, totalCents: 21_245 })
  })
})

describe('shipping price', () => {
  it('adds the weight in pounds to the base price', () => {
    expect(shippingPriceCents({ baseCents: 695, perPoundCents: 35 }, 0)).toBe(695)
    expect(shippingPriceCents({ baseCents: 695, perPoundCents: 100 }, 454)).toBe(795)
    expect(shippingPriceCents({ baseCents: 0, perPoundCents: 1 }, 226)).toBe(0)
    expect(shippingPriceCents({ baseCents: 0, perPoundCents: 1 }, 227)).toBe(1)
  })
})

describe('commissionable value', () => {
  it('is nothing for a starter kit and the whole line by default', () => {
    expect(commissionableValue(cents(12_345), 0)).toBe(0)
    expect(commissionableValue(cents(12_345), 10_000)).toBe(12_345)
    expect(commissionableValue(cents(333), 5000)).toBe(167)
  })
})
