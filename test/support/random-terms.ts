import type { PathMember } from '#domain/compensation/rules/line.ts'
import type { Random } from './random-orders.ts'
import type { OrderTerms } from './reference-order.ts'

export function randomTerms(random: Random, lines?: OrderTerms['lines']): OrderTerms {
  const terms = {
    lines:
      lines ??
      Array.from({ length: 1 + random(4) }, (_, position) => ({ position, ...randomProduct(random, position) })),
    shippingCents: random(2) === 1 ? random(3000) : undefined,
    rates: [
      { milliPercent: random(10_000), onGoods: true, onShipping: random(2) === 1 },
      { milliPercent: random(4000), onGoods: random(2) === 1, onShipping: true },
    ].slice(0, random(3)),
    isExempt: random(8) === 0,
  }
  const subTotal = terms.lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0)
  const discounts = [
    undefined,
    undefined,
    { milliPercent: random(60_000) },
    { amountCents: random(Math.ceil(subTotal / 2)) },
  ] as const
  return { ...terms, discount: discounts[random(4)] }
}

/** From the credited member upward, as stored by a closed month. */
export const randomPath = (random: Random): PathMember[] =>
  Array.from({ length: random(6) }, (_, member) => ({ member, active: random(5) > 0, level: 1 + random(9) }))

export const randomProduct = (random: Random, productId: number) => ({
  productId,
  priceCents: 1 + random(30_000),
  quantity: 1 + random(6),
  unitPv: random(40),
  commissionableBp: [0, 5000, 8750, 10_000][random(4)] ?? 0,
  taxExempt: random(5) === 0,
})
