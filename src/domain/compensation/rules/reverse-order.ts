import { addCents, type Cents, cents } from '#domain/money/money.ts'
import type { Plan } from '../plan/plan.ts'
import type { BonusLine, LineKind, PathMember } from './line.ts'
import { createLine, findSteps, type Step } from './steps.ts'

/** A line of the order as it was posted, both originals and earlier reversals. */
export type PostedLine = { payee: number; kind: LineKind; amountCents: Cents }

/**
 * A reversal keeps the step of the original line. Value and amount are the change; the totals are those of the
 * remaining value.
 */
export type ReversalLine = BonusLine & { remainingCents: Cents; dueCents: Cents; postedCents: Cents }

/**
 * The entries for a return or cancellation on a closed month's order (docs/plan §8.2): the order's lines at the
 * remaining value (v′, 0 after a full return), by that month's frozen plan, rates and path, less what has been posted.
 * However many returns lead to v′, each payee ends up with what the order would have paid at v′. Rounding can make
 * single lines a cent positive.
 */
export function reverseOrder(
  frozen: { plan: Plan; path: readonly PathMember[] },
  event: { order: number; beforeCents: Cents; remainingCents: Cents },
  posted: readonly PostedLine[],
): ReversalLine[] {
  const { order, beforeCents, remainingCents } = event
  if (remainingCents < 0 || remainingCents > beforeCents) throw new RangeError('more was returned than was sold')
  const credited = frozen.path[0]?.member ?? 0
  const { steps } = findSteps(frozen.plan, frozen.path)
  const unexpected = posted.find((line) => !steps.some((step) => isSameStep(step, line)))
  if (unexpected)
    throw new Error(`order ${order}: the posted ${unexpected.kind} of ${unexpected.payee} is not on its frozen path`)

  return steps
    .map((step) => {
      const due = createLine(step, { order, credited, valueCents: remainingCents })
      const postedAmounts = posted.filter((line) => isSameStep(step, line)).map(({ amountCents }) => amountCents)
      const postedCents = addCents(cents(0), ...postedAmounts)
      return {
        ...due,
        valueCents: cents(remainingCents - beforeCents),
        amountCents: cents(due.amountCents - postedCents),
        dueCents: due.amountCents,
        postedCents,
        remainingCents,
      }
    })
    .filter(({ amountCents }) => amountCents !== 0)
}

const isSameStep = (step: Step, line: PostedLine): boolean => step.payee === line.payee && step.kind === line.kind
