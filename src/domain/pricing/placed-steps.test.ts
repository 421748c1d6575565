import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { calculateOrderPrice, explainPlacedOrder, type PricedOrder } from './order-price.ts'
import { explainStep } from './price-steps.ts'

const order: fc.Arbitrary<PricedOrder> = fc.record({
  lines: fc.array(
    fc.record({
      priceCents: fc.integer({ min: 0, max: 100_000 }).map(cents),
      quantity: fc.integer({ min: 1, max: 99 }),
      unitPv: fc.constant(1),
      commissionableBp: fc.constant(10_000),
      taxExempt: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  // A discount of zero is not stored.
  discount: fc.option(fc.constant({ kind: 'percent' as const, milliPercent: 12_500, reason: 'Fair' }), {
    nil: undefined,
  }),
  delivery: fc.option(fc.constant({ shippingPriceCents: cents(730) }), { nil: undefined }),
  taxRates: fc.array(
    fc.record({
      state: fc.constantFrom('NJ', 'NY'),
      zipPrefix: fc.constantFrom('', '100'),
      milliPercent: fc.integer({ min: 0, max: 100_000 }),
      onGoods: fc.boolean(),
      onShipping: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
  certificate: fc.option(fc.constant({ state: 'NY', number: '1' }), { nil: undefined, freq: 4 }),
})

describe('the steps of a placed order', () => {
  it('equal its original pricing steps, from its stored figures alone', () => {
    fc.assert(
      fc.property(order, (pricedOrder) => {
        const price = calculateOrderPrice(pricedOrder)
        const isDiscounted = price.totals.discountCents > 0
        const lines = pricedOrder.lines.map((line, i) => ({
          ...line,
          ...(price.lines[i] as (typeof price.lines)[number]),
        }))
        const steps = explainPlacedOrder({
          lines,
          totals: price.totals,
          discount: isDiscounted ? pricedOrder.discount : undefined,
          isDelivered: pricedOrder.delivery !== undefined,
          certificate: pricedOrder.certificate,
          taxes: price.taxes,
        })
        expect(steps).toEqual(price.steps.filter(({ step }) => step !== 'discount' || isDiscounted))
      }),
    )
  })

  it('report a tax whose rate was not stored', () => {
    const totals = {
      subTotalCents: cents(1000),
      discountCents: cents(0),
      shippingPriceCents: cents(0),
      insuranceCents: cents(0),
      taxCents: cents(70),
      totalCents: cents(1070),
    }
    const steps = explainPlacedOrder({
      lines: [
        {
          priceCents: cents(1000),
          quantity: 1,
          taxExempt: false,
          totalCents: cents(1000),
          discountCents: cents(0),
          taxCents: cents(70),
        },
      ],
      totals,
      discount: undefined,
      isDelivered: false,
      certificate: undefined,
      taxes: [
        {
          state: 'NJ',
          zipPrefix: '',
          milliPercent: undefined,
          onGoods: true,
          onShipping: false,
          baseCents: cents(1000),
          taxCents: cents(70),
          shippingTaxCents: cents(0),
        },
      ],
    })
    expect(steps.map(explainStep).slice(-2)).toEqual(['Tax (NJ): $0.70; the rate was not stored.', 'Total: $10.70.'])
  })
})
