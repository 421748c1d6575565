import { describe, expect, it } from 'vitest'
import { readPricingExamples } from '#test/pricing-tables.ts'
import { calculateOrderPrice } from './order-price.ts'

describe.each(readPricingExamples())('docs/pricing $order: $what', ({ priced, expected }) => {
  const price = calculateOrderPrice(priced)

  it('has the total of the table', () => {
    expect({
      ...price.totals,
      taxedCents: price.taxes.reduce((sum, { baseCents }) => sum + baseCents, 0),
      shippingTaxCents: price.taxes.reduce((sum, { shippingTaxCents }) => sum + shippingTaxCents, 0),
    }).toEqual(expected.totals)
  })

  it('is allocated to its lines as in the table', () => {
    expect(price.lines).toEqual(expected.lines)
  })
})
