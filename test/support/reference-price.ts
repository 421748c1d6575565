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
export const roundHalfUp = (value: bigint, divisor: bigint): number => Number((2n * value + divisor) / (2n * divisor))

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Computes the price of an order from docs/pricing, step by step; shares no code with the implementation. */
export function referencePrice({ lines, discount: discountInput, shippingCents, rates, isExempt }: PricedOrder) {
  const totals = lines.map(({ priceCents, quantity }) => priceCents * quantity)
  const goods = sum(totals)
  const discount = !discountInput
    ? 0
    : 'amountCents' in discountInput
      ? discountInput.amountCents
      : roundHalfUp(BigInt(discountInput.milliPercent) * BigInt(goods), 100_000n)
  const discounts = distribute(discount, totals)
  const paid = totals.map((cents, line) => cents - (discounts[line] ?? 0))
  const insurance = shippingCents === undefined ? 0 : referenceInsurance(goods - discount)
  const shipping = shippingCents ?? 0
  const taxedShipping = lines.every(({ taxExempt }) => taxExempt) ? 0 : shipping + insurance

  const taxes = lines.map(() => 0)
  let shippingTax = 0
  for (const rate of isExempt ? [] : rates) {
    const bases = lines.map(({ taxExempt }, line) => (rate.onGoods && !taxExempt ? (paid[line] ?? 0) : 0))
    bases.push(rate.onShipping ? taxedShipping : 0)
    const shares = distribute(roundHalfUp(BigInt(rate.milliPercent) * BigInt(sum(bases)), 100_000n), bases)
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
      cv: roundHalfUp(BigInt(paid[line] ?? 0) * BigInt(commissionableBp), 10_000n),
      pv:
        totals[line] === 0
          ? unitPv * quantity
          : roundHalfUp(BigInt(unitPv * quantity) * BigInt(paid[line] ?? 0), BigInt(totals[line] ?? 1)),
    })),
  }
}

/** Distributes cent by cent, each to the line that is owed most, the earliest among equals. */
function distribute(amount: number, weights: readonly number[]): number[] {
  const weightTotal = sum(weights)
  const shares = weights.map((weight) =>
    weightTotal === 0 ? 0 : Number((BigInt(amount) * BigInt(weight)) / BigInt(weightTotal)),
  )
  const remainder = (i: number): bigint =>
    BigInt(amount) * BigInt(weights[i] ?? 0) - BigInt(shares[i] ?? 0) * BigInt(weightTotal)
  for (let remaining = amount - sum(shares); remaining > 0; remaining--) {
    let largest = 0
    for (let i = 1; i < weights.length; i++) if (remainder(i) > remainder(largest)) largest = i
    shares[largest] = (shares[largest] ?? 0) + 1
  }
  return shares
}

/** docs/specification §9, step by step. */
function referenceInsurance(cents: number): number {
  let [remaining, insurance] = [cents, 0]
  while (remaining >= 100_000) [remaining, insurance] = [remaining - 100_000, insurance + 1435]
  for (const [threshold, premium] of [
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
    if (remaining >= threshold) return insurance + premium
  }
  return insurance
}
