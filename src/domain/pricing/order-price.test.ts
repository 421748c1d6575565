import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { allocate } from './allocate.ts'
import { calculateCommissionableValue } from './commissionable-value.ts'
import { calculateOrderPrice, type PricedOrder, refusePrice } from './order-price.ts'
import { explainStep } from './price-steps.ts'
import { calculateShippingPrice } from './shipping-price.ts'
import { parsePercent } from './tax.ts'

const line = fc.record({
  priceCents: fc.integer({ min: 0, max: 2_000_000_000 }).map(cents),
  quantity: fc.integer({ min: 1, max: 99 }),
  unitPv: fc.integer({ min: 0, max: 5000 }),
  commissionableBp: fc.integer({ min: 0, max: 10_000 }),
  taxExempt: fc.boolean(),
})
const lines = fc.array(line, { minLength: 1, maxLength: 100 })
const rate = fc.record({
  state: fc.constantFrom('NJ', 'NY'),
  zipPrefix: fc.constantFrom('', '100'),
  milliPercent: fc.integer({ min: 0, max: 100_000 }),
  onGoods: fc.boolean(),
  onShipping: fc.boolean(),
})
const pricedOrder: fc.Arbitrary<PricedOrder> = fc.record({
  lines,
  discount: fc.option(
    fc
      .integer({ min: 0, max: 100_000 })
      .map((milliPercent) => ({ kind: 'percent' as const, milliPercent, reason: 'Fair' })),
    { nil: undefined },
  ),
  delivery: fc.option(
    fc.integer({ min: 0, max: 100_000 }).map((value) => ({ shippingPriceCents: cents(value) })),
    { nil: undefined },
  ),
  taxRates: fc.array(rate, { maxLength: 3 }),
  certificate: fc.option(fc.constant({ state: 'NY', number: '1' }), { nil: undefined, freq: 9 }),
})

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)

/** Allocates the cents one by one, each to the weight furthest below its exact share: slow and independent. */
function allocateSlowly(amount: bigint, weights: readonly bigint[]): bigint[] {
  const totalWeight = total(weights)
  const shares = weights.map((weight) =>
    amount === 0n ? 0n : (amount * weight - ((amount * weight) % totalWeight)) / totalWeight,
  )
  for (let remaining = amount - total(shares); remaining > 0n; remaining--) {
    let furthest = 0
    const shortfall = (i: number) => amount * (weights[i] ?? 0n) - (shares[i] ?? 0n) * totalWeight
    for (const i of weights.keys()) if (shortfall(i) > shortfall(furthest)) furthest = i
    shares[furthest] = (shares[furthest] ?? 0n) + 1n
  }
  return shares
}

const STEPS = [340n, 340n, 450n, 565n, 680n, 915n, 1045n, 1175n, 1305n, 1435n]
const divideHalfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor)

/** An independent implementation of an order's figures, in whole cents with BigInt. */
function priceSlowly(order: PricedOrder) {
  const totals = order.lines.map((item) => BigInt(item.priceCents) * BigInt(item.quantity))
  const subTotal = total(totals)
  const milliPercent = order.discount?.kind === 'percent' ? BigInt(order.discount.milliPercent) : 0n
  const discount = divideHalfUp(subTotal * milliPercent, 100_000n)
  const discounts = allocateSlowly(discount, totals)
  const paid = totals.map((value, i) => value - (discounts[i] ?? 0n))
  const goods = subTotal - discount
  const insurance = order.delivery
    ? (goods / 100_000n) * 1435n + (STEPS[Number((goods % 100_000n) / 10_000n)] ?? 0n)
    : 0n
  const shipping = BigInt(order.delivery?.shippingPriceCents ?? 0)
  const shippingBase = order.lines.some((item) => !item.taxExempt) ? shipping + insurance : 0n
  const taxes = (order.certificate ? [] : order.taxRates).map((item) => {
    const weights = [
      ...paid.map((value, i) => (item.onGoods && !order.lines[i]?.taxExempt ? value : 0n)),
      item.onShipping ? shippingBase : 0n,
    ]
    const tax = divideHalfUp(total(weights) * BigInt(item.milliPercent), 100_000n)
    return { tax, shares: allocateSlowly(tax, weights) }
  })
  const tax = total(taxes.map((item) => item.tax))
  return {
    totals: { subTotal, discount, insurance, shipping, tax, total: goods + insurance + shipping + tax },
    lines: order.lines.map((item, i) => ({
      discount: discounts[i],
      tax: total(taxes.map(({ shares }) => shares[i] ?? 0n)),
      cv: divideHalfUp((paid[i] ?? 0n) * BigInt(item.commissionableBp), 10_000n),
      pv: totals[i]
        ? divideHalfUp(BigInt(item.unitPv * item.quantity) * (paid[i] ?? 0n), totals[i])
        : BigInt(item.unitPv * item.quantity),
    })),
    shippingTaxes: taxes.map(({ shares }) => shares.at(-1)),
  }
}

describe('allocation', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 200_000_000_000 }), { minLength: 1, maxLength: 100 })
  it('adds up, stays within a cent of the exact share, and never gives a greater weight less', () => {
    fc.assert(
      fc.property(weights, fc.integer({ min: 0, max: 9_000_000_000_000 }), (amounts, amount) => {
        fc.pre(amounts.some((weight) => weight > 0))
        const shares = allocate(cents(amount), amounts)
        const totalWeight = total(amounts.map(BigInt))
        expect(total(shares.map(BigInt))).toBe(BigInt(amount))
        for (const [i, share] of shares.entries()) {
          const deviation = BigInt(share) * totalWeight - BigInt(amount) * BigInt(amounts[i] ?? 0)
          expect(deviation < totalWeight && -deviation < totalWeight).toBe(true)
        }
        const sorted = amounts
          .map((weight, i) => ({ weight, share: shares[i] ?? 0 }))
          .sort((a, b) => a.weight - b.weight)
        for (const [i, { weight, share }] of sorted.entries()) {
          const next = sorted[i + 1]
          if (next && next.weight > weight) expect(next.share).toBeGreaterThanOrEqual(share)
        }
      }),
    )
  })

  it('gives the remaining cents to the largest remainders, the earliest first among equals', () => {
    expect(allocate(cents(100), [1, 1, 1])).toEqual([34, 33, 33])
    expect(allocate(cents(5), [10, 0, 20, 70])).toEqual([1, 0, 1, 3])
    expect(allocate(cents(0), [])).toEqual([])
  })

  it('refuses amounts that cannot be allocated', () => {
    expect(() => allocate(cents(1), [0, 0])).toThrow(RangeError)
    expect(() => allocate(cents(-1), [1])).toThrow(RangeError)
    expect(() => allocate(cents(1), [2, -1])).toThrow(RangeError)
  })
})

describe('the price of an order', () => {
  it('matches an independent computation with BigInt, to the line', () => {
    fc.assert(
      fc.property(pricedOrder, (order) => {
        const price = calculateOrderPrice(order)
        const expectedPrice = priceSlowly(order)
        const { totals } = price
        expect({
          subTotal: BigInt(totals.subTotalCents),
          discount: BigInt(totals.discountCents),
          insurance: BigInt(totals.insuranceCents),
          shipping: BigInt(totals.shippingPriceCents),
          tax: BigInt(totals.taxCents),
          total: BigInt(totals.totalCents),
        }).toEqual(expectedPrice.totals)
        expect(
          price.lines.map((item) => ({
            discount: BigInt(item.discountCents),
            tax: BigInt(item.taxCents),
            cv: BigInt(item.cvCents),
            pv: BigInt(item.pv),
          })),
        ).toEqual(expectedPrice.lines)
        expect(total(expectedPrice.shippingTaxes.map((share) => share ?? 0n))).toBe(
          total(price.taxes.map((tax) => BigInt(tax.shippingTaxCents))),
        )
        const last = price.steps.at(-1)
        expect(last).toEqual({ step: 'total', amountCents: totals.totalCents })
        for (const createLine of price.lines)
          expect(createLine.discountCents).toBeLessThanOrEqual(createLine.totalCents)
      }),
    )
  })

  const goods = { quantity: 1, unitPv: 10, commissionableBp: 10_000, taxExempt: false }
  const createLine = (priceCents: number) => ({ ...goods, priceCents: cents(priceCents) })

  it('insures 200.00 made of awkward prices at 4.50, not at 3.40', () => {
    const delivery = { shippingPriceCents: cents(795) }
    const { totals } = calculateOrderPrice({ lines: [7085, 6667, 6248].map(createLine), delivery, taxRates: [] })
    expect(totals).toMatchObject({ subTotalCents: 20_000, insuranceCents: 450, totalCents: 21_245 })
  })

  it('refuses less than the minimum after the discount, and a discount above the subtotal', () => {
    const amountOff = (value: number) => ({ kind: 'amount' as const, amountCents: cents(value), reason: 'Damaged box' })
    expect(refusePrice({ lines: [createLine(2600)], discount: amountOff(100) }, cents(2500))).toBe(undefined)
    expect(refusePrice({ lines: [createLine(2600)], discount: amountOff(101) }, cents(2500))).toEqual({
      code: 'under_minimum',
      minimumCents: 2500,
    })
    const tooMuch = { lines: [createLine(2600)], discount: amountOff(2601) }
    expect(refusePrice(tooMuch, cents(0))).toEqual({ code: 'discount_over_sub_total', subTotalCents: 2600 })
    expect(() => calculateOrderPrice({ ...tooMuch, delivery: undefined, taxRates: [] })).toThrow(RangeError)
  })

  it('is zero for an empty order', () => {
    const taxRates = [{ state: 'NJ', zipPrefix: '', milliPercent: 6625, onGoods: true, onShipping: true }]
    const price = calculateOrderPrice({ lines: [createLine(0)], delivery: undefined, taxRates })
    expect(price).toMatchObject({ totals: { totalCents: 0, pv: 10 }, taxes: [] })
  })

  it('explains its total', () => {
    const price = calculateOrderPrice({
      lines: [createLine(10_050), { ...createLine(1000), quantity: 2, taxExempt: true }],
      discount: { kind: 'percent', milliPercent: 10_000, reason: 'Opening week' },
      delivery: { shippingPriceCents: cents(730) },
      taxRates: [{ state: 'NY', zipPrefix: '100', milliPercent: 8875, onGoods: true, onShipping: true }],
    })
    expect(price.steps.map(explainStep)).toEqual([
      'Line 1: 1 × $100.50 = $100.50.',
      'Line 2: 2 × $10.00 = $20.00.',
      'Sub-total: $120.50.',
      'Discount: 10% of $120.50 = $12.05 (Opening week).',
      'Discount on line 1 ($100.50): $10.05.',
      'Discount on line 2 ($20.00): $2.00.',
      'Insurance on $108.45: $3.40.',
      'Shipping: $7.30.',
      'Tax: 8.875% (NY 100xx) of $90.45 in items and $10.70 in shipping and insurance = $8.98.',
      'Tax on line 1 (taxable $90.45): $8.03.',
      'Tax on line 2 (taxable $0.00): $0.00.',
      'Total: $128.13.',
    ])
    const exempt = calculateOrderPrice({
      lines: [createLine(500)],
      discount: { kind: 'amount', amountCents: cents(1), reason: 'Fair' },
      delivery: undefined,
      taxRates: [{ state: 'NY', zipPrefix: '', milliPercent: 8875, onGoods: true, onShipping: true }],
      certificate: { state: 'NY', number: '12-3' },
    })
    expect(exempt.steps.map(explainStep)).toContain('Not taxed: resale certificate 12-3 of NY.')
    expect(exempt.steps.map(explainStep)).toContain('Discount: $0.01 (Fair).')
  })
})

describe('tax', () => {
  const order = {
    lines: [{ priceCents: cents(10_050), quantity: 1, unitPv: 0, commissionableBp: 10_000, taxExempt: false }],
    delivery: { shippingPriceCents: cents(730) },
  }
  const newYork = { state: 'NY', zipPrefix: '', milliPercent: 8875, onGoods: true, onShipping: true }

  it('is rounded once on goods, shipping and insurance together', () => {
    // 8.875% of 100.50 + 7.30 + 3.40; in three parts it would be 8.92 + 0.65 + 0.30.
    const price = calculateOrderPrice({ ...order, taxRates: [newYork] })
    expect(price.taxes).toEqual([{ ...newYork, baseCents: 11_120, taxCents: 987, shippingTaxCents: 95 }])
    expect(price.totals).toMatchObject({ taxCents: 987, totalCents: 12_107 })
  })

  it('with a rate on shipping alone excludes the goods, and is zero without shipping', () => {
    const taxRates = [{ ...newYork, onGoods: false }]
    const price = calculateOrderPrice({ ...order, taxRates })
    expect(price).toMatchObject({ totals: { taxCents: 95 }, lines: [{ taxCents: 0 }] })
    expect(price.steps.map(explainStep)).toContain('Tax: 8.875% (NY) of $10.70 in shipping and insurance = $0.95.')
    expect(calculateOrderPrice({ ...order, delivery: undefined, taxRates }).taxes).toEqual([])
  })

  it('parses percentages with up to three decimals', () => {
    expect(['8.875', '7', '6.50 %', '0', '100', '0.0010'].map(parsePercent)).toEqual([8875, 7000, 6500, 0, 100_000, 1])
    for (const invalid of ['', '8.8755', '100.001', '-1', '1e1', '8,5', 'NY', '١'])
      expect(parsePercent(invalid)).toBe(undefined)
  })
})

describe('shipping price', () => {
  it('adds the weight in pounds to the base price', () => {
    expect(calculateShippingPrice({ baseCents: 695, perPoundCents: 35 }, 0)).toBe(695)
    expect(calculateShippingPrice({ baseCents: 695, perPoundCents: 100 }, 454)).toBe(795)
    expect(calculateShippingPrice({ baseCents: 0, perPoundCents: 1 }, 226)).toBe(0)
    expect(calculateShippingPrice({ baseCents: 0, perPoundCents: 1 }, 227)).toBe(1)
  })
})

describe('commissionable value', () => {
  it('is zero for a starter kit and the whole line by default', () => {
    expect(calculateCommissionableValue(cents(12_345), 0)).toBe(0)
    expect(calculateCommissionableValue(cents(12_345), 10_000)).toBe(12_345)
    expect(calculateCommissionableValue(cents(333), 5000)).toBe(167)
  })
})
