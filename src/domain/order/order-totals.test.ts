import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cartTotals } from '../cart/totals.ts'
import { shippingPriceCents } from '../checkout/shipping-price.ts'
import { cents } from '../money.ts'
import { commissionableValue } from './commissionable-value.ts'
import { orderTotals } from './order-totals.ts'
import { parsePercent } from './tax.ts'

const line = fc.record({
  priceCents: fc.integer({ min: 0, max: 5_000_000 }).map(cents),
  quantity: fc.integer({ min: 1, max: 99 }),
  pv: fc.integer({ min: 0, max: 5000 }),
})

const rate = fc.record({
  state: fc.constantFrom('NJ', 'NY'),
  zipPrefix: fc.constantFrom('', '100'),
  milliPercent: fc.integer({ min: 0, max: 100_000 }),
  onGoods: fc.boolean(),
  onShipping: fc.boolean(),
})

describe('order totals', () => {
  it('of any cart agree with sums made in whole cents by BigInt', () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 100 }),
        fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: undefined }),
        fc.array(rate, { maxLength: 3 }),
        (lines, shipping, taxRates) => {
          const { subTotalCents, quantity, pv } = cartTotals(lines)
          const expected = lines.reduce((sum, { priceCents, quantity: n }) => sum + BigInt(priceCents) * BigInt(n), 0n)
          expect(BigInt(subTotalCents)).toBe(expected)
          expect(quantity).toBe(lines.map((l) => l.quantity).reduce((a, b) => a + b, 0))
          expect(pv).toBe(lines.map((l) => l.pv * l.quantity).reduce((a, b) => a + b, 0))

          const totals = orderTotals({
            subTotalCents,
            delivery: shipping === undefined ? undefined : { shippingPriceCents: cents(shipping) },
            taxRates,
          })
          const shipped = BigInt(totals.shippingPriceCents) + BigInt(totals.insuranceCents)
          const tax = taxRates.reduce((sum, { milliPercent, onGoods, onShipping }) => {
            const base = (onGoods ? expected : 0n) + (onShipping ? shipped : 0n)
            return sum + (base * BigInt(milliPercent) + 50_000n) / 100_000n
          }, 0n)
          expect(BigInt(totals.taxCents)).toBe(tax)
          expect(totals.taxes.reduce((sum, { taxCents }) => sum + taxCents, 0)).toBe(totals.taxCents)
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
    const totals = orderTotals({ subTotalCents, delivery: { shippingPriceCents: cents(795) }, taxRates: [] })
    expect(totals).toMatchObject({ subTotalCents: 20_000, insuranceCents: 450, totalCents: 21_245 })
  })
})

describe('tax', () => {
  const order = { subTotalCents: cents(10_050), delivery: { shippingPriceCents: cents(730) } }
  const newYork = { state: 'NY', zipPrefix: '', milliPercent: 8875, onGoods: true, onShipping: true }

  it('is rounded once on goods, shipping and insurance together', () => {
    // 8.875 % of 100.50 + 7.30 + 3.40; in three parts it would be 8.92 + 0.65 + 0.30.
    const totals = orderTotals({ ...order, taxRates: [newYork] })
    expect(totals.taxes).toEqual([{ ...newYork, baseCents: 11_120, taxCents: 987 }])
    expect(totals).toMatchObject({ taxCents: 987, totalCents: 12_107 })
  })

  it('of a rate on shipping alone leaves the goods out, and is nothing where nothing is shipped', () => {
    const taxRates = [{ ...newYork, onGoods: false }]
    expect(orderTotals({ ...order, taxRates }).taxCents).toBe(95)
    expect(orderTotals({ ...order, delivery: undefined, taxRates }).taxes).toEqual([])
  })

  it('reads percentages with up to three decimals', () => {
    expect(['8.875', '7', '6.50 %', '0', '100', '0.0010'].map(parsePercent)).toEqual([8875, 7000, 6500, 0, 100_000, 1])
    for (const wrong of ['', '8.8755', '100.001', '-1', '1e1', '8,5', 'NY', '١'])
      expect(parsePercent(wrong)).toBe(undefined)
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
