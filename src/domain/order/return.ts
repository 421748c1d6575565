import { addCents, type Cents, cents, divideHalfUp } from '../money.ts'
import { type Points, points } from '../points.ts'
import { type Result, refuse } from '../result.ts'

/** A line as it was sold, and how much of it has come back so far; money and PV are those of the whole line. */
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
  /** What of the goods, after the discount, is not credited yet: less than the lines come to after an adjustment. */
  remainingGoodsCents: Cents
  /** What is left to credit of what was charged beside the goods. */
  shippingCents: Cents
  insuranceCents: Cents
  /** The tax on shipping and insurance. */
  shippingTaxCents: Cents
  /** Something of the order is on its way, or was. */
  isDispatched: boolean
}

/** Which units come back. */
export type ReturnedQuantity = { position: number; quantity: number }

/** What the returned units of a line come to. */
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
  /** What the lines come to beyond that: it was credited before, for goods that had stayed. */
  creditedBeforeCents: Cents
  cvCents: Cents
  pv: Points
}

export type ReturnRefusal =
  | { code: 'nothing_returned' }
  | { code: 'no_such_line'; position: number }
  | { code: 'more_than_sold'; position: number; remaining: number }

/**
 * What returned goods are worth (docs/back-office §3, Returns): the price that was paid, after its share of the
 * discount, and its tax. Shares of a line are rounded half-up over everything that has come back of it so far, so that
 * returning it in parts comes to the same as returning it at once. Shipping and insurance are proposed only where
 * nothing was dispatched and nothing of the order is left to dispatch.
 */
export function proposeReturn(
  order: SoldOrder,
  returned: readonly ReturnedQuantity[],
): Result<ProposedReturn, ReturnRefusal> {
  const wanted = new Map<number, number>()
  for (const { position, quantity } of returned) {
    if (!Number.isInteger(quantity) || quantity < 0) throw new RangeError(`${quantity} is no quantity`)
    wanted.set(position, (wanted.get(position) ?? 0) + quantity)
  }
  if ([...wanted.values()].every((quantity) => quantity === 0)) return refuse({ code: 'nothing_returned' })
  const lines: ReturnedLine[] = []
  for (const [position, quantity] of wanted) {
    const line = order.lines.find((sold) => sold.position === position)
    if (!line) return refuse({ code: 'no_such_line', position })
    const remaining = line.quantity - line.returned
    if (quantity > remaining) return refuse({ code: 'more_than_sold', position, remaining })
    if (quantity > 0) lines.push(returnedLine(line, quantity))
  }
  lines.sort((a, b) => a.position - b.position)

  const isWhole = order.lines.every((line) => line.returned + (wanted.get(line.position) ?? 0) === line.quantity)
  const withShipping = isWhole && !order.isDispatched
  const whole: CreditParts = {
    goodsCents: sum(lines.map(({ goodsCents }) => goodsCents)),
    discountCents: sum(lines.map(({ discountCents }) => discountCents)),
    shippingCents: withShipping ? order.shippingCents : cents(0),
    insuranceCents: withShipping ? order.insuranceCents : cents(0),
    taxCents: sum([...lines.map(({ taxCents }) => taxCents), withShipping ? order.shippingTaxCents : cents(0)]),
  }
  const creditedBeforeCents = cents(Math.max(0, whole.goodsCents - whole.discountCents - order.remainingGoodsCents))
  const parts = withhold(whole, creditedBeforeCents)
  return {
    ok: true,
    lines,
    parts,
    totalCents: creditTotal(parts),
    creditedBeforeCents,
    cvCents: sum(lines.map(({ cvCents }) => cvCents)),
    pv: points(lines.reduce((total, { pv }) => total + pv, 0)),
  }
}

/**
 * What is left of the parts when so many cents are withheld: they are taken from the goods, down to nothing after the
 * discount, then from shipping, insurance and tax, so that no part is less than nothing. Withheld must be what is not
 * negative and not more than the parts come to, else throws RangeError.
 */
export function withhold(parts: CreditParts, withheldCents: Cents): CreditParts {
  // What a share of the discount, rounded up, leaves below nothing stays so.
  if (withheldCents === 0) return parts
  if (withheldCents < 0 || withheldCents > creditTotal(parts)) throw new RangeError(`${withheldCents} of a credit`)
  let rest: number = withheldCents
  const less = (part: Cents, floor = 0): Cents => {
    // Of a share of the goods whose share of the discount was rounded up beyond it, nothing can be taken.
    const taken = Math.max(0, Math.min(rest, part - floor))
    rest -= taken
    return cents(part - taken)
  }
  const goodsCents = less(parts.goodsCents, parts.discountCents)
  const shippingCents = less(parts.shippingCents)
  const insuranceCents = less(parts.insuranceCents)
  return { ...parts, goodsCents, shippingCents, insuranceCents, taxCents: less(parts.taxCents) }
}

/** What a credit note's parts come to. */
export const creditTotal = ({
  goodsCents,
  discountCents,
  shippingCents,
  insuranceCents,
  taxCents,
}: CreditParts): Cents => cents(goodsCents - discountCents + shippingCents + insuranceCents + taxCents)

function returnedLine(line: SoldLine, quantity: number): ReturnedLine {
  const of = (whole: number): number =>
    shareOf(whole, line.returned + quantity, line.quantity) - shareOf(whole, line.returned, line.quantity)
  return {
    position: line.position,
    quantity,
    goodsCents: cents(of(line.totalCents)),
    discountCents: cents(of(line.discountCents)),
    taxCents: cents(of(line.taxCents)),
    cvCents: cents(of(line.cvCents)),
    pv: points(of(line.pv)),
  }
}

const shareOf = (whole: number, quantity: number, all: number): number =>
  divideHalfUp(BigInt(whole) * BigInt(quantity), BigInt(all))

const sum = (amounts: readonly Cents[]): Cents => addCents(cents(0), ...amounts)
