export type PricedLine = {
  priceCents: number
  quantity: number
  unitPv: number
  commissionableBp: number
  taxExempt: boolean
}

/** An order's content from the seller's view; cents, basis points, thousandths of a percent. */
export type PricedOrder<Line extends PricedLine = PricedLine> = {
  lines: readonly Line[]
  discount: { amountCents: number } | { milliPercent: number } | undefined
  /** Undefined for a Pickup. */
  shippingCents: number | undefined
  rates: readonly { milliPercent: number; onGoods: boolean; onShipping: boolean }[]
  isExempt: boolean
}

/** Rounds half a cent up. */
export const halfUp = (value: bigint, by: bigint): number => Number((2n * value + by) / (2n * by))

export const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/** Computes the price of an order slowly from docs/pricing; shares no code with the implementation. */
export function slowPrice({ lines, discount: off, shippingCents, rates, isExempt }: PricedOrder) {
  const totals = lines.map(({ priceCents, quantity }) => priceCents * quantity)
  const goods = sum(totals)
  const discount = !off
    ? 0
    : 'amountCents' in off
      ? off.amountCents
      : halfUp(BigInt(off.milliPercent) * BigInt(goods), 100_000n)
  const discounts = shareOut(discount, totals)
  const paid = totals.map((cents, line) => cents - (discounts[line] ?? 0))
  const insurance = shippingCents === undefined ? 0 : insuranceOf(goods - discount)
  const shipping = shippingCents ?? 0
  const sent = lines.every(({ taxExempt }) => taxExempt) ? 0 : shipping + insurance

  const taxes = lines.map(() => 0)
  let shippingTax = 0
  for (const rate of isExempt ? [] : rates) {
    const bases = lines.map(({ taxExempt }, line) => (rate.onGoods && !taxExempt ? (paid[line] ?? 0) : 0))
    bases.push(rate.onShipping ? sent : 0)
    const shares = shareOut(halfUp(BigInt(rate.milliPercent) * BigInt(sum(bases)), 100_000n), bases)
    for (const line of taxes.keys()) taxes[line] = (taxes[line] ?? 0) + (shares[line] ?? 0)
    shippingTax += shares.at(-1) ?? 0
  }
  const tax = sum(taxes) + shippingTax
  return {
    parts: { goods, discount, shipping, insurance, tax },
    total: goods - discount + shipping + insurance + tax,
    shippingTax,
    lines: lines.map(({ unitPv, quantity, commissionableBp }, line) => ({
      goods: totals[line] ?? 0,
      discount: discounts[line] ?? 0,
      tax: taxes[line] ?? 0,
      cv: halfUp(BigInt(paid[line] ?? 0) * BigInt(commissionableBp), 10_000n),
      pv:
        totals[line] === 0
          ? unitPv * quantity
          : halfUp(BigInt(unitPv * quantity) * BigInt(paid[line] ?? 0), BigInt(totals[line] ?? 1)),
    })),
  }
}

/** Distributes cent by cent, each to the line that is owed most, the earliest among equals. */
function shareOut(amount: number, weights: readonly number[]): number[] {
  const whole = sum(weights)
  const shares = weights.map((weight) => (whole === 0 ? 0 : Number((BigInt(amount) * BigInt(weight)) / BigInt(whole))))
  const owed = (i: number): bigint => BigInt(amount) * BigInt(weights[i] ?? 0) - BigInt(shares[i] ?? 0) * BigInt(whole)
  for (let rest = amount - sum(shares); rest > 0; rest--) {
    let most = 0
    for (let i = 1; i < weights.length; i++) if (owed(i) > owed(most)) most = i
    shares[most] = (shares[most] ?? 0) + 1
  }
  return shares
}

/** docs/specification §9, step by step. */
function insuranceOf(cents: number): number {
  let [rest, insurance] = [cents, 0]
  while (rest >= 100_000) [rest, insurance] = [rest - 100_000, insurance + 1435]
  for (const [from, step] of [
    [90_000, 1435],
    [80_000, 1305],
    [70_000, 1175],
    [60_000, 1045],
    [50_000, 915],
    [40_000, 680],
    [30_000, 565],
    [20_000, 450],
    [0, 340],
  ] as const) {
    if (rest >= from) return insurance + step
  }
  return insurance
}
