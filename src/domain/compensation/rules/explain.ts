import { addCents, type Cents, cents, portion } from '#domain/money/money.ts'
import { getLevelRow, LEVEL_CODES, type LevelCode, type Plan } from '../plan/plan.ts'
import { type Condition, computeLevel, evaluateConditions, type LevelInputs } from './compute-level.ts'
import type { UncountedReason } from './counted-order.ts'
import { type BonusLine, isLevelBonus, type PathMember, type Unpaid } from './line.ts'
import { computeCeiling, type PaidOrder } from './pay-order.ts'
import { createLine, findSteps } from './steps.ts'

/**
 * Everything that explains an amount (docs/plan §12.1), with the members passed over between the covered rate and the
 * payee.
 */
export type AmountExplanation = BonusLine & { passedOver: Unpaid[] }

export function explainAmount(paid: PaidOrder, line: BonusLine): AmountExplanation {
  const covering = paid.lines.find(({ kind, payee }) => kind !== 'direct_line' && payee === line.coveredBy)
  // The covering line itself may have rounded to zero; its depth is the same.
  const covered =
    covering ?? paid.unpaid.find(({ kind, member }) => kind !== 'direct_line' && member === line.coveredBy)
  const coveredDepth = line.coveredBy === undefined ? -1 : (covered?.depth ?? -1)
  const passedOver = paid.unpaid.filter(
    ({ kind, depth, member }) =>
      kind !== 'direct_line' && member !== line.payee && depth > coveredDepth && depth < line.depth,
  )
  return { ...line, passedOver: isLevelBonus(line.kind) ? passedOver : [] }
}

/**
 * Every reason why a member got nothing, or not everything, from an order (docs/plan §12.2). Empty for members who were
 * paid in full and for members who are not on the order's path. An order that does not count has one reason for
 * all members; a missing sponsor is reported for the credited member.
 */
export function findUnpaidReasons(
  paid: PaidOrder | UncountedReason,
  member: number,
): (Pick<Unpaid, 'reason' | 'kind'> | { reason: UncountedReason })[] {
  if (typeof paid === 'string') return [{ reason: paid }]
  return paid.unpaid
    .filter((unpaid) => unpaid.member === member || (unpaid.reason === 'no_sponsor' && member === paid.credited))
    .map(({ reason, kind }) => ({ reason, kind }))
}

/**
 * Breakdown of an order's money (docs/plan §12.5): all lines, their sum and the rest of its value, which the company
 * keeps; the ceiling, and the part of it that nobody earned. Cents.
 */
export function computeMoneyBreakdown(plan: Plan, { lines, valueCents, keptCents }: PaidOrder) {
  const paidCents = addCents(cents(0), ...lines.map(({ amountCents }) => amountCents))
  const restCents = cents(valueCents - paidCents)
  return { lines, paidCents, restCents, ceilingCents: computeCeiling(plan, valueCents), keptCents }
}

/**
 * Returns whether an order's lines add up (docs/plan §13.1): its own sale and level bonuses are the highest rate on the
 * whole value, rounded once, and all of it is within the ceiling.
 */
export function isMoneyConsistent(
  plan: Plan,
  valueCents: Cents,
  lines: readonly Pick<BonusLine, 'kind' | 'rateBp' | 'amountCents'>[],
): boolean {
  const steps = lines.filter(({ kind }) => kind !== 'direct_line')
  const sumAmounts = (entries: typeof lines) => entries.reduce((total, { amountCents }) => total + amountCents, 0)
  const highest = Math.max(0, ...steps.map(({ rateBp }) => rateBp))
  return sumAmounts(steps) === portion(highest, valueCents) && sumAmounts(lines) <= computeCeiling(plan, valueCents)
}

export type LevelExplanation = {
  level: LevelCode
  /** False means ineligible: level 1 and no rate, regardless of the points. */
  active: boolean
  conditions: Condition[]
  /**
   * The next level with every condition; undefined at the top. Conditions with `missing` above 0 are the unmet ones.
   */
  next: { level: LevelCode; conditions: Condition[] } | undefined
}

/** Why the member has this level, and what is missing for the next (docs/plan §12.3). */
export function explainLevel(plan: Plan, levelInputs: LevelInputs): LevelExplanation {
  const level = computeLevel(plan, levelInputs)
  const next = LEVEL_CODES.find((code) => code === level + 1)
  return {
    level,
    active: levelInputs.active,
    conditions: evaluateConditions(getLevelRow(plan, level), levelInputs),
    next: next && { level: next, conditions: evaluateConditions(getLevelRow(plan, next), levelInputs) },
  }
}

/**
 * An order of a member's downline, with the path from the credited member up to just below the member. An empty path
 * marks the member's own order.
 */
export type DownlineSale = { order: number; valueCents: Cents; below: readonly PathMember[] }

export type Bonuses = { salesBonusCents: Cents; levelBonusCents: Cents; totalBonusCents: Cents }

/**
 * Bonuses that the month's orders would pay an active member at a level if nobody below changed (docs/plan §12.3): at
 * the month's own level, the card without reversals; one level up, the card that was missed. Linear in the paths;
 * `computeOneLevelUp` computes it for all members.
 */
export function computeBonusesAtLevel(
  plan: Plan,
  member: number,
  level: LevelCode,
  sales: readonly DownlineSale[],
): Bonuses {
  const lines = sales.flatMap(({ order, valueCents, below }) => {
    const path = [...below, { member, active: true, level }]
    return findSteps(plan, path)
      .steps.filter(({ payee }) => payee === member)
      .map((step) => createLine(step, { order, credited: path[0]?.member ?? member, valueCents }))
  })
  const sumAmounts = (selected: readonly BonusLine[]) =>
    addCents(cents(0), ...selected.map(({ amountCents }) => amountCents))
  const salesBonusCents = sumAmounts(lines.filter(({ kind }) => !isLevelBonus(kind)))
  const levelBonusCents = sumAmounts(lines.filter(({ kind }) => isLevelBonus(kind)))
  return { salesBonusCents, levelBonusCents, totalBonusCents: addCents(salesBonusCents, levelBonusCents) }
}
