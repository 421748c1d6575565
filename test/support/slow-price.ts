export type SoldThing = {
  priceCents: number
  quantity: number
  pv: number
  commissionableBp: number
  exempt: boolean
  /** Pieces that one of it takes from each shelf. */
  draws: readonly number[]
}
export type Sold = {
  type: 'P' | 'D'
  lines: readonly SoldThing[]
  shippingCents: number
  /** Thousandths of a percent taken off; 0: nothing. */
  discountMilli: number
  taxMilli: number
}

/** Half a cent is rounded up. */
export const halfUp = (value: bigint, by: bigint): number => Number((2n * value + by) / (2n * by))

/** What an order comes to, told slowly: cents are handed out one by one (docs/back-office §3). */
export function slowPrice({ type, lines, shippingCents: quoted, discountMilli, taxMilli }: Sold) {
  const totals = lines.map(({ priceCents, quantity }) => priceCents * quantity)
  const goods = sum(totals)
  const discount = halfUp(BigInt(goods) * BigInt(discountMilli), 100_000n)
  const discounts = handOut(discount, totals)
  const paid = totals.map((total, line) => total - (discounts[line] ?? 0))
  const shipping = type === 'D' ? quoted : 0
  const insurance = type === 'D' ? insuranceOf(goods - discount) : 0
  const taxable = lines.map(({ exempt }, line) => (exempt ? 0 : (paid[line] ?? 0)))
  const beside = lines.some(({ exempt }) => !exempt) ? shipping + insurance : 0
  const tax = halfUp(BigInt(sum(taxable) + beside) * BigInt(taxMilli), 100_000n)
  const taxes = handOut(tax, [...taxable, beside])
  return {
    parts: { goods, discount, shipping, insurance, tax },
    total: goods - discount + shipping + insurance + tax,
    shippingTax: taxes[lines.length] ?? 0,
    lines: lines.map(({ pv, quantity, commissionableBp }, line) => ({
      goods: totals[line] ?? 0,
      discount: discounts[line] ?? 0,
      tax: taxes[line] ?? 0,
      cv: halfUp(BigInt(paid[line] ?? 0) * BigInt(commissionableBp), 10_000n),
      pv:
        totals[line] === 0
          ? pv * quantity
          : halfUp(BigInt(pv * quantity * (paid[line] ?? 0)), BigInt(totals[line] ?? 1)),
    })),
  }
}

export const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/** Whole cents first, then one more for whoever lacks the most of theirs, the first among equals. */
function handOut(amount: number, weights: readonly number[]): number[] {
  const all = sum(weights)
  if (amount === 0) return weights.map(() => 0)
  const shares = weights.map((weight) => Number((BigInt(amount) * BigInt(weight)) / BigInt(all)))
  const lacks = weights.map((weight, n) => BigInt(amount) * BigInt(weight) - BigInt(shares[n] ?? 0) * BigInt(all))
  for (let rest = amount - sum(shares); rest > 0; rest--) {
    let most = 0
    for (const [n, lack] of lacks.entries()) if (lack > (lacks[most] ?? 0n)) most = n
    shares[most] = (shares[most] ?? 0) + 1
    lacks[most] = -1n
  }
  return shares
}

/** The table of docs/specification §9. */
function insuranceOf(cents: number): number {
  const steps = [340, 340, 450, 565, 680, 915, 1045, 1175, 1305, 1435]
  return Math.floor(cents / 100_000) * 1435 + (steps[Math.floor((cents % 100_000) / 10_000)] ?? 0)
}
