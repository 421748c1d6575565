import type { Month } from '#domain/calendar/month.ts'
import { addCents, type Cents, cents, portion } from '#domain/money/money.ts'
import { getLevelRow, LEVEL_CODES, type Plan } from '../plan/plan.ts'
import type { BonusLine, PathMember, Unpaid } from './line.ts'
import { createLine, findSteps } from './steps.ts'

export type OrderToPay = { order: number; month: Month; valueCents: Cents }

export type PaidOrder = OrderToPay & {
  planVersion: number
  /** Undefined for orders without a credited member. */
  credited: number | undefined
  lines: BonusLine[]
  /** Every member on the path who got nothing of a kind, with the reason, in path order. */
  unpaid: Unpaid[]
  /**
   * The part of the plan's ceiling on this order that nobody earned (docs/plan §0.6, §13.1); it stays with the company.
   */
  keptCents: Cents
}

/**
 * Computes the lines of one counted order according to docs/plan §6; the reference that the columnar month must equal
 * line by line. The path goes from the credited member to the top. With an empty path the order has no credited member
 * and pays nobody. No line is 0.
 */
export function payOrder(plan: Plan, order: OrderToPay, path: readonly PathMember[]): PaidOrder {
  const { valueCents } = order
  if (valueCents < 0) throw new RangeError("an order's value must not be negative; returns are reversals")
  const { steps, unpaid } = findSteps(plan, path)
  const credited = path[0]?.member
  const allLines =
    credited === undefined ? [] : steps.map((step) => createLine(step, { order: order.order, credited, valueCents }))
  const lines = allLines.filter(({ amountCents }) => amountCents !== 0)
  const zeroLines = allLines.filter(({ amountCents }) => amountCents === 0).map((line) => toUnpaid(line))
  return {
    ...order,
    planVersion: plan.version,
    credited,
    lines,
    unpaid: [...unpaid, ...zeroLines].sort((a, b) => a.depth - b.depth),
    keptCents: cents(computeCeiling(plan, valueCents) - addCents(...lines.map(({ amountCents }) => amountCents))),
  }
}

const toUnpaid = ({ payee, kind, depth, valueCents }: BonusLine): Unpaid => ({
  member: payee,
  kind,
  depth,
  reason: valueCents === 0 ? 'no_value' : 'rounds_to_nothing',
})

/** Maximum cost of an order, whatever the tree: the top rate and the direct line, each rounded (docs/plan §13.1). */
export const computeCeiling = (plan: Plan, valueCents: Cents): Cents =>
  addCents(
    portion(getLevelRow(plan, LEVEL_CODES.length).rateBp, valueCents),
    portion(plan.directLineRateBp, valueCents),
  )
