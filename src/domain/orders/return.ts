import { addCents, type Cents, cents, divideHalfUp } from '#domain/money/money.ts'
import { type Points, points } from '#domain/money/points.ts'
import { type Result, refuse } from '#domain/result.ts'

/** A sold line, and how much of it was returned so far; money and PV are those of the whole line. */
export type SoldLine = {
  position: number
  quantity: number
  returned: number
  /** Price × quantity, before the discount. */
  totalCents: Cents
  discountCents: Cents
  taxCents: Cents
  cvCents: Cents
  pv: Points
}

export type SoldOrder = {
  lines: readonly SoldLine[]
  /**
   * The part of the goods, after the discount, that is not credited yet: after an adjustment, less than the sum of the
   * lines.
   */
  remainingGoodsCents: Cents
  /** The part of the other charges that is not credited yet. */
  shippingCents: Cents
  insuranceCents: Cents
  /** The tax on shipping and insurance. */
  shippingTaxCents: Cents
  /** Whether any goods of the order have left the shop. */
  isDispatched: boolean
}

/** Returned units of a line. */
export type ReturnedQuantity = { position: number; quantity: number }

/** The value of a line's returned units. */
export type ReturnedLine = ReturnedQuantity & {
  goodsCents: Cents
  discountCents: Cents
  taxCents: Cents
  cvCents: Cents
  pv: Points
}

/** A credit note's parts; the total is goods − discount + shipping + insurance + tax. */
export type CreditParts = {
  goodsCents: Cents
  discountCents: Cents
  shippingCents: Cents
  insuranceCents: Cents
  taxCents: Cents
}

export type ProposedReturn = {
  lines: ReturnedLine[]
  parts: CreditParts
  totalCents: Cents
  /** The part of the lines' value that was credited earlier, while the goods stayed with the customer. */
  creditedBeforeCents: Cents
  cvCents: Cents
  pv: Points
}

export type ReturnRefusal =
  | { code: 'nothing_returned' }
  | { code: 'line_not_found'; position: number }
  | { code: 'more_than_sold'; position: number; remaining: number }

/**
 * The value of returned goods (docs/back-office §3, Returns): the price that was paid, after its share of the discount,
 * and its tax. Shares of a line are rounded half-up over everything returned so far, so that returning it in parts
 * results in the same as returning it at once. Shipping and insurance are proposed only if nothing was dispatched and
 * nothing of the order is left to dispatch.
 */
export function proposeReturn(
  order: SoldOrder,
  returned: readonly ReturnedQuantity[],
): Result<ProposedReturn, ReturnRefusal> {
  const quantities = new Map<number, number>()
  for (const { position, quantity } of returned) {
    if (!Number.isInteger(quantity) || quantity < 0) throw new RangeError(`${quantity} is not a valid quantity`)
    quantities.set(position, (quantities.get(position) ?? 0) + quantity)
  }
  if ([...quantities.values()].every((quantity) => quantity === 0)) return refuse({ code: 'nothing_returned' })
  const lines: ReturnedLine[] = []
  for (const [position, quantity] of quantities) {
    const line = order.lines.find((sold) => sold.position === position)
    if (!line) return refuse({ code: 'line_not_found', position })
    const remaining = line.quantity - line.returned
    if (quantity > remaining) return refuse({ code: 'more_than_sold', position, remaining })
    if (quantity > 0) lines.push(calculateReturnedLine(line, quantity))
  }
  lines.sort((a, b) => a.position - b.position)

  const isWhole = order.lines.every((line) => line.returned + (quantities.get(line.position) ?? 0) === line.quantity)
  const withShipping = isWhole && !order.isDispatched
  const gross: CreditParts = {
    goodsCents: sum(lines.map(({ goodsCents }) => goodsCents)),
    discountCents: sum(lines.map(({ discountCents }) => discountCents)),
    shippingCents: withShipping ? order.shippingCents : cents(0),
    insuranceCents: withShipping ? order.insuranceCents : cents(0),
    taxCents: sum([...lines.map(({ taxCents }) => taxCents), withShipping ? order.shippingTaxCents : cents(0)]),
  }
  const creditedBeforeCents = cents(Math.max(0, gross.goodsCents - gross.discountCents - order.remainingGoodsCents))
  const parts = withhold(gross, creditedBeforeCents)
  return {
    ok: true,
    lines,
    parts,
    totalCents: sumCreditParts(parts),
    creditedBeforeCents,
    cvCents: sum(lines.map(({ cvCents }) => cvCents)),
    pv: points(lines.reduce((total, { pv }) => total + pv, 0)),
  }
}

/**
 * The parts after withholding an amount: it is deducted from the goods, down to zero after the discount, then from
 * shipping, insurance and tax, so that no part becomes negative. Throws a RangeError if the amount is negative or
 * exceeds the total.
 */
export function withhold(parts: CreditParts, withheldCents: Cents): CreditParts {
  // A negative part, caused by rounding the discount up, stays negative.
  if (withheldCents === 0) return parts
  if (withheldCents < 0 || withheldCents > sumCreditParts(parts))
    throw new RangeError(`cannot withhold ${withheldCents} of this credit`)
  let remaining: number = withheldCents
  const deduct = (part: Cents, floor = 0): Cents => {
    // A part of the goods whose discount was rounded above it has nothing to deduct.
    const deduction = Math.max(0, Math.min(remaining, part - floor))
    remaining -= deduction
    return cents(part - deduction)
  }
  const goodsCents = deduct(parts.goodsCents, parts.discountCents)
  const shippingCents = deduct(parts.shippingCents)
  const insuranceCents = deduct(parts.insuranceCents)
  return { ...parts, goodsCents, shippingCents, insuranceCents, taxCents: deduct(parts.taxCents) }
}

/** The total of a credit note's parts. */
export const sumCreditParts = ({
  goodsCents,
  discountCents,
  shippingCents,
  insuranceCents,
  taxCents,
}: CreditParts): Cents => cents(goodsCents - discountCents + shippingCents + insuranceCents + taxCents)

function calculateReturnedLine(line: SoldLine, quantity: number): ReturnedLine {
  const shareOfReturned = (lineTotal: number): number =>
    calculateShare(lineTotal, line.returned + quantity, line.quantity) -
    calculateShare(lineTotal, line.returned, line.quantity)
  return {
    position: line.position,
    quantity,
    goodsCents: cents(shareOfReturned(line.totalCents)),
    discountCents: cents(shareOfReturned(line.discountCents)),
    taxCents: cents(shareOfReturned(line.taxCents)),
    cvCents: cents(shareOfReturned(line.cvCents)),
    pv: points(shareOfReturned(line.pv)),
  }
}

const calculateShare = (whole: number, quantity: number, all: number): number =>
  divideHalfUp(BigInt(whole) * BigInt(quantity), BigInt(all))

const sum = (amounts: readonly Cents[]): Cents => addCents(cents(0), ...amounts)
