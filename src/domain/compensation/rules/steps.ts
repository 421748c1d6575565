import type { Cents } from '#domain/money/money.ts'
import { cents, portion } from '#domain/money/money.ts'
import { getRate, type Plan } from '../plan/plan.ts'
import type { BonusLine, PathMember, Unpaid } from './line.ts'

/** A line without amounts: determined by the path and its rates alone, independent of the order's value. */
export type Step = Pick<BonusLine, 'kind' | 'payee' | 'depth' | 'level' | 'rateBp' | 'coveredBp' | 'coveredBy'>

/**
 * Follows docs/plan §6 literally: walks the path from the credited member to the top and finds who is paid from which
 * rate to which, and why others are not. Linear in the path's length; an empty path results in nothing.
 */
export function findSteps(plan: Plan, path: readonly PathMember[]): { steps: Step[]; unpaid: Unpaid[] } {
  const steps: Step[] = []
  const unpaid: Unpaid[] = []
  const [credited, sponsor] = path
  if (!credited) return { steps, unpaid }
  let covered: { rateBp: number; by: number | undefined } = { rateBp: 0, by: undefined }

  for (const [depth, { member, active, level }] of path.entries()) {
    const rateBp = getRate(plan, { active, level })
    const kind = depth === 0 ? 'own_sale' : 'differential'
    if (depth === 1) payDirectLine()
    if (!active) {
      unpaid.push({ member, kind, depth, reason: 'not_active' })
    } else if (depth > 0 && rateBp <= covered.rateBp) {
      unpaid.push({ member, kind, depth, reason: rateBp === covered.rateBp ? 'equal_rate' : 'lower_rate' })
    } else {
      steps.push({ kind, payee: member, depth, level, rateBp, coveredBp: covered.rateBp, coveredBy: covered.by })
      if (rateBp > 0) covered = { rateBp, by: member }
    }
  }
  if (!sponsor) unpaid.push({ member: undefined, kind: 'direct_line', depth: 1, reason: 'no_sponsor' })
  return { steps, unpaid }

  // Never compressed: otherwise fake pending accounts would earn their creator three percent more.
  function payDirectLine() {
    if (!credited || !sponsor) return
    const { member: payee, level } = sponsor
    if (credited.active && sponsor.active) {
      const rateBp = plan.directLineRateBp
      steps.push({ kind: 'direct_line', payee, depth: 1, level, rateBp, coveredBp: 0, coveredBy: undefined })
    } else {
      const reason = credited.active ? 'not_active' : 'credited_not_active'
      unpaid.push({ member: payee, kind: 'direct_line', depth: 1, reason })
    }
  }
}

/** The amounts of a step at an order's value; may be 0. */
export function createLine(step: Step, order: { order: number; credited: number; valueCents: Cents }): BonusLine {
  const { valueCents } = order
  const totalCents = portion(step.rateBp, valueCents)
  // Differences of rounded totals, not rounded differences, so that the parts of one order add up to the cent
  // (docs/plan §7.2).
  const coveredCents = portion(step.coveredBp, valueCents)
  return { ...order, ...step, totalCents, coveredCents, amountCents: cents(totalCents - coveredCents) }
}
