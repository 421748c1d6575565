import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { points } from '#domain/money/points.ts'
import { proposeReturn, type SoldLine, type SoldOrder, sumCreditParts, withhold } from './return.ts'

const line = (overrides: Partial<SoldLine> = {}): SoldLine => ({
  position: 0,
  quantity: 3,
  returned: 0,
  totalCents: cents(3000),
  discountCents: cents(100),
  taxCents: cents(193),
  cvCents: cents(2900),
  pv: points(29),
  ...overrides,
})
const order = (overrides: Partial<SoldOrder> = {}): SoldOrder => ({
  lines: [line()],
  remainingGoodsCents: cents(2900),
  shippingCents: cents(895),
  insuranceCents: cents(340),
  shippingTaxCents: cents(82),
  isDispatched: true,
  ...overrides,
})

describe('a return', () => {
  it('is worth the amount paid: the price less its share of the discount, and its tax', () => {
    expect(proposeReturn(order(), [{ position: 0, quantity: 1 }])).toEqual({
      ok: true,
      lines: [{ position: 0, quantity: 1, goodsCents: 1000, discountCents: 33, taxCents: 64, cvCents: 967, pv: 10 }],
      parts: { goodsCents: 1000, discountCents: 33, shippingCents: 0, insuranceCents: 0, taxCents: 64 },
      totalCents: 1031,
      creditedBeforeCents: 0,
      cvCents: 967,
      pv: 10,
    })
  })

  it('refunds shipping and insurance only if nothing was dispatched, and nothing is left to dispatch', () => {
    const totalOf = (overrides: Partial<SoldOrder>, quantity: number) => {
      const proposed = proposeReturn(order(overrides), [{ position: 0, quantity }])
      return proposed.ok && proposed.totalCents
    }
    expect(totalOf({ isDispatched: false }, 3)).toBe(3093 + 895 + 340 + 82)
    expect(totalOf({ isDispatched: false }, 2)).toBe(2062)
    expect(totalOf({ isDispatched: true }, 3)).toBe(3093)
  })

  it('is worth less after an earlier adjustment, deducted from the last returned goods', () => {
    const proposedAmounts = (quantity: number, returned: number, remainingGoodsCents: number) => {
      const overrides = { lines: [line({ returned })], remainingGoodsCents: cents(remainingGoodsCents) }
      const proposed = proposeReturn(order(overrides), [{ position: 0, quantity }])
      if (!proposed.ok) throw new Error(proposed.refusal.code)
      const { parts, totalCents, creditedBeforeCents, cvCents } = proposed
      return [parts.goodsCents, parts.discountCents, parts.taxCents, totalCents, creditedBeforeCents, cvCents]
    }
    // An adjustment has credited $10.00 of $29.00 after the discount: tax and points are unaffected.
    expect(proposedAmounts(3, 0, 1900)).toEqual([2000, 100, 193, 2093, 1000, 2900])
    expect(proposedAmounts(1, 0, 1900)).toEqual([1000, 33, 64, 1031, 0, 967])
    expect(proposedAmounts(2, 1, 933)).toEqual([1000, 67, 129, 1062, 1000, 1933])
    // All of it was credited: only the tax is left.
    expect(proposedAmounts(3, 0, 0)).toEqual([100, 100, 193, 193, 2900, 2900])
  })

  it('is refused for more than is left, for an unknown line, and for zero', () => {
    const returned = order({ lines: [line({ returned: 2 }), line({ position: 1 })] })
    expect(proposeReturn(returned, [{ position: 0, quantity: 2 }])).toEqual({
      ok: false,
      refusal: { code: 'more_than_sold', position: 0, remaining: 1 },
    })
    // Repeated entries of a line count as one.
    const twice = [
      { position: 0, quantity: 1 },
      { position: 0, quantity: 1 },
    ]
    expect(proposeReturn(returned, twice).ok).toBe(false)
    expect(proposeReturn(returned, [{ position: 7, quantity: 1 }])).toEqual({
      ok: false,
      refusal: { code: 'line_not_found', position: 7 },
    })
    expect(proposeReturn(returned, [])).toEqual({ ok: false, refusal: { code: 'nothing_returned' } })
    expect(proposeReturn(returned, [{ position: 1, quantity: 0 }])).toEqual({
      ok: false,
      refusal: { code: 'nothing_returned' },
    })
  })

  it('in parts is worth the same as all at once', () => {
    const anyLine = fc
      .record({
        totalCents: fc.nat(9_999_999),
        quantity: fc.integer({ min: 1, max: 99 }),
        discount: fc.nat(100),
        tax: fc.nat(99_999),
        pv: fc.nat(9_999),
      })
      .map(({ totalCents, quantity, discount, tax, pv }) =>
        line({
          quantity,
          totalCents: cents(totalCents),
          discountCents: cents(Math.floor((totalCents * discount) / 100)),
          taxCents: cents(tax),
          cvCents: cents(totalCents - Math.floor((totalCents * discount) / 100)),
          pv: points(pv),
        }),
      )
    fc.assert(
      fc.property(anyLine, fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 12 }), (soldLine, parts) => {
        let returned = 0
        const sums = { goodsCents: 0, discountCents: 0, taxCents: 0, cvCents: 0, pv: 0 }
        for (const part of [...parts, soldLine.quantity]) {
          const quantity = Math.min(part, soldLine.quantity - returned)
          if (quantity === 0) break
          const proposed = proposeReturn(order({ lines: [{ ...soldLine, returned }] }), [{ position: 0, quantity }])
          if (!proposed.ok) throw new Error(proposed.refusal.code)
          for (const returnedLine of proposed.lines) {
            for (const key of Object.keys(sums) as (keyof typeof sums)[]) {
              expect(returnedLine[key]).toBeGreaterThanOrEqual(0)
              sums[key] += returnedLine[key]
            }
          }
          returned += quantity
        }
        const { totalCents: goodsCents, discountCents, taxCents, cvCents, pv } = soldLine
        expect(sums).toEqual({ goodsCents, discountCents, taxCents, cvCents, pv })
      }),
    )
  })
})

it('may be negative for a piece whose discount is rounded above its price, and evens out with the others', () => {
  const line = {
    position: 0,
    quantity: 4,
    totalCents: cents(3),
    discountCents: cents(2),
    taxCents: cents(0),
    cvCents: cents(1),
    pv: points(0),
  }
  const soldOrder = {
    lines: [{ ...line, returned: 2 }],
    remainingGoodsCents: cents(1),
    shippingCents: cents(0),
    insuranceCents: cents(0),
    shippingTaxCents: cents(0),
    isDispatched: true,
  }
  expect(proposeReturn(soldOrder, [{ position: 0, quantity: 1 }])).toMatchObject({ ok: true, totalCents: -1 })
  expect(proposeReturn(soldOrder, [{ position: 0, quantity: 2 }])).toMatchObject({ ok: true, totalCents: 0 })
})

describe('a withheld part of a credit', () => {
  const parts = {
    goodsCents: cents(3000),
    discountCents: cents(100),
    shippingCents: cents(895),
    insuranceCents: cents(340),
    taxCents: cents(275),
  }

  it('is deducted from the goods, down to zero after the discount, then from shipping, insurance and tax', () => {
    expect(withhold(parts, cents(0))).toEqual(parts)
    expect(withhold(parts, cents(2900))).toEqual({ ...parts, goodsCents: 100 })
    expect(withhold(parts, cents(3900))).toEqual({ ...parts, goodsCents: 100, shippingCents: 0, insuranceCents: 235 })
    expect(withhold(parts, cents(4410))).toMatchObject({ goodsCents: 100, discountCents: 100, taxCents: 0 })
    expect(() => withhold(parts, cents(4411))).toThrow(RangeError)
    expect(() => withhold(parts, cents(-1))).toThrow(RangeError)
  })

  it('is deducted to the cent for any parts, and leaves none negative', () => {
    const amount = fc.nat(999_999)
    fc.assert(
      fc.property(amount, amount, amount, amount, amount, fc.nat(), (net, discount, shipping, insurance, tax, any) => {
        const original = {
          goodsCents: cents(net + discount),
          discountCents: cents(discount),
          shippingCents: cents(shipping),
          insuranceCents: cents(insurance),
          taxCents: cents(tax),
        }
        const withheld = any % (sumCreditParts(original) + 1)
        const remaining = withhold(original, cents(withheld))
        expect(sumCreditParts(remaining)).toBe(sumCreditParts(original) - withheld)
        expect(remaining.goodsCents).toBeGreaterThanOrEqual(discount)
        for (const part of Object.values(remaining)) expect(part).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
