import { type Cents, cents, portion } from '#domain/money/money.ts'
import { getRate, type Plan } from '../plan/plan.ts'
import { computePayout } from '../rules/payout.ts'
import { checkLegs, checkLines, checkReversals } from './check-lines.ts'
import { type Statement, toPlan } from './statement.ts'
import { check, type StatementCheck } from './statement-check.ts'
import { computeStatementChecksum } from './statement-checksum.ts'
import { computeReachedLevel, computeStatementSums, countLegsOfLevel } from './statement-sums.ts'

/**
 * Recomputes every figure of a statement from its other figures, by the original rules (docs/plan §5–§9): first the
 * card's, then order by order, leg by leg and line by line. Never throws on numbers within the contract's ranges.
 */
export function checkStatement(statement: Statement): StatementCheck[] {
  const plan = toPlan(statement)
  return [
    ...checkSums(statement),
    ...checkLevel(plan, statement),
    ...checkPayout(statement),
    ...checkPersonalSales(plan, statement),
    ...checkLegs(statement),
    ...checkLines(plan, statement),
    ...checkReversals(statement),
    check('checksum', undefined, parseInt(statement.checksum, 16), parseInt(computeStatementChecksum(statement), 16)),
  ]
}

function checkSums(statement: Statement): StatementCheck[] {
  const { card } = statement
  const sums = computeStatementSums(statement)
  const salesBonus = sums.ownSaleCents + sums.directLineCents + sums.salesReversedCents + sums.salesCorrectedCents
  const levelBonus = sums.differentialCents + sums.levelReversedCents + sums.levelCorrectedCents
  return [
    check('personal_pv', undefined, card.personal_pv, sums.personalPv),
    check('customer_pv', undefined, card.customer_pv, sums.customerPv),
    check('group_pv', undefined, card.group_pv, sums.personalPv + sums.legsPv),
    check('total_sales', undefined, card.total_sales_cents, sums.totalSalesCents),
    check('sales_bonus', undefined, card.sales_bonus_cents, salesBonus),
    check('level_bonus', undefined, card.level_bonus_cents, levelBonus),
    check('total_bonus', undefined, card.total_bonus_cents, salesBonus + levelBonus),
  ]
}

function checkLevel(plan: Plan, statement: Statement): StatementCheck[] {
  const { card, before } = statement
  const level = computeReachedLevel(statement)
  const next = plan.levels.find(({ code }) => code === card.level + 1)
  const nextLegs = next && next.legs > 0 ? countLegsOfLevel(statement, next.legLevel) : 0
  return [
    check('level', undefined, card.level, level),
    check('next_legs', undefined, card.next_legs, nextLegs),
    check('title', undefined, card.title, Math.max(level, before.title)),
  ]
}

function checkPayout({ card, before, minimum_payout_cents }: Statement): StatementCheck[] {
  const payout = computePayout(cents(card.opening_cents), cents(card.total_bonus_cents), cents(minimum_payout_cents))
  return [
    check('opening', undefined, card.opening_cents, before.carried_cents),
    check('payable', undefined, card.payable_cents, payout.payableCents),
    check('carried', undefined, card.carried_cents, payout.carriedCents),
  ]
}

/** The member's rate on each personal order; ineligible members have none. */
function checkPersonalSales(plan: Plan, { orders, member, card }: Statement): StatementCheck[] {
  const rateBp = getRate(plan, { active: member.active, level: card.level })
  return orders.map(({ order_no, cv_cents, own_sale_cents }) =>
    check('own_sale', order_no, own_sale_cents, portion(rateBp, cv_cents as Cents)),
  )
}
