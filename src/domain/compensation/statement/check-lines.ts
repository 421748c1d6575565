import type { Cents } from '#domain/money/money.ts'
import { getRate, type Plan } from '../plan/plan.ts'
import { createLine } from '../rules/steps.ts'
import type { LegSums, Statement, StatementLeg, StatementLine } from './statement.ts'
import { check, type StatementCheck } from './statement-check.ts'
import { sumFigures } from './statement-sums.ts'

/** Each leg's sums must equal those of its lines; skipped if the statement lists no lines. */
export function checkLegs({ lines, legs, further_legs }: Statement): StatementCheck[] {
  if (!lines) return []
  const listedLegs = new Set(legs.map(({ member_no }) => member_no))
  // Lines of a leg that is not listed belong to the further legs.
  const byLeg = Map.groupBy(lines, ({ leg_no }) => (listedLegs.has(leg_no) ? leg_no : undefined))
  const further: LegSums = further_legs ?? { direct_line_cents: 0, differential_cents: 0 }
  const checkSums = (legNo: string | undefined, stated: LegSums) => {
    const legLines = byLeg.get(legNo) ?? []
    const sumKind = (wantedKind: StatementLine['kind']) =>
      sumFigures(legLines, ({ kind, amount_cents }) => (kind === wantedKind ? amount_cents : 0))
    return [
      check('leg_direct_line', legNo, stated.direct_line_cents, sumKind('direct_line')),
      check('leg_differential', legNo, stated.differential_cents, sumKind('differential')),
    ]
  }
  return [
    ...legs.flatMap((leg) => checkSums(leg.member_no, leg)),
    ...(further_legs || byLeg.has(undefined) ? checkSums(undefined, further) : []),
  ]
}

/**
 * Recomputes every line according to docs/plan §6, §7: the payee's rate, the rate covered, and the difference of two
 * rounded totals.
 */
export function checkLines(plan: Plan, { lines, legs, member, card }: Statement): StatementCheck[] {
  const legByNumber = new Map(legs.map((leg) => [leg.member_no, leg]))
  const memberLevel = { active: member.active, level: card.level }
  return (lines ?? []).flatMap((line) => {
    const leg = legByNumber.get(line.leg_no)
    const { order_no, rate_bp, covered_bp, amount_cents } = line
    return [
      check('line_rate', order_no, rate_bp, computeLineRate(plan, memberLevel, line, leg)),
      check('line_covered', order_no, covered_bp, computeCoveredRate(plan, memberLevel, line, leg)),
      check('line_amount', order_no, amount_cents, computeAmount(line, line.value_cents)),
    ]
  })
}

/** The direct line pays only the sponsor right above, and only if both are eligible; otherwise the rate is 0. */
function computeLineRate(
  plan: Plan,
  memberLevel: { active: boolean; level: number },
  { kind, credited }: StatementLine,
  leg: StatementLeg | undefined,
): number {
  if (kind !== 'direct_line') return getRate(plan, memberLevel)
  return memberLevel.active && credited.depth === 1 && leg?.active !== false ? plan.directLineRateBp : 0
}

/**
 * The rate already paid below the member. Right below, it is the leg's own rate; deeper, it may be any rate of the
 * table between that and the member's own: the highest one that does not exceed the stated rate.
 */
function computeCoveredRate(
  plan: Plan,
  memberLevel: { active: boolean; level: number },
  { kind, credited, covered_bp }: StatementLine,
  leg: StatementLeg | undefined,
): number {
  if (kind === 'direct_line') return 0
  const minimum = leg ? getRate(plan, leg) : 0
  if (credited.depth === 1 && leg) return minimum
  const candidates = plan.levels
    .map(({ rateBp }) => rateBp)
    .filter((rate) => rate >= minimum && rate < getRate(plan, memberLevel) && rate <= covered_bp)
  return Math.max(minimum, ...candidates)
}

/**
 * A reversal is what the order pays on its remaining value, less what it paid on its previous value (docs/plan §8.2).
 */
export const checkReversals = ({ reversals }: Statement): StatementCheck[] =>
  reversals.flatMap((line) => {
    const { order_no } = line
    const posted = computeAmount(line, line.before_cents)
    const due = computeAmount(line, line.remaining_cents)
    return [
      check('reversal_posted', order_no, line.posted_cents, posted),
      check('reversal_due', order_no, line.due_cents, due),
      check('reversal_amount', order_no, line.amount_cents, due - posted),
    ]
  })

const computeAmount = (
  { kind, rate_bp, covered_bp }: Pick<StatementLine, 'kind' | 'rate_bp' | 'covered_bp'>,
  valueCents: number,
): number => {
  const step = { kind, payee: 0, depth: 0, level: 1, rateBp: rate_bp, coveredBp: covered_bp, coveredBy: undefined }
  return createLine(step, { order: 0, credited: 0, valueCents: valueCents as Cents }).amountCents
}
