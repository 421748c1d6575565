import { type Cents, cents, portion } from '../money.ts'
import { levelAt } from '../network/level-of.ts'
import { type Plan, rateOf } from '../network/plan.ts'
import { checkLegs, checkLines, checkReversals } from './check-lines.ts'
import { payOut } from './payout.ts'
import { planOf, type Statement } from './statement.ts'
import { check, type StatementCheck, sumOf } from './statement-check.ts'
import { statementChecksum } from './statement-checksum.ts'

/**
 * Recomputes every figure of a statement from what else it says, by the rules that made it (plan §5–§9): the card's
 * first, then order by order, leg by leg and line by line. Never throws on numbers of the contract's ranges.
 */
export function checkStatement(statement: Statement): StatementCheck[] {
  const plan = planOf(statement)
  return [
    ...checkVolumes(statement),
    ...checkLevel(plan, statement),
    ...checkBonuses(statement),
    ...checkPayout(statement),
    ...checkOwnSales(plan, statement),
    ...checkLegs(statement),
    ...checkLines(plan, statement),
    ...checkReversals(statement),
    check('checksum', undefined, parseInt(statement.checksum, 16), parseInt(statementChecksum(statement), 16)),
  ]
}

/** Personal figures are the own orders less what came back; the group's are those and the legs' (plan §10). */
function checkVolumes({ card, ...statement }: Statement): StatementCheck[] {
  const own = [...statement.orders, ...statement.returns]
  const further = [statement.further_orders, statement.further_returns].filter((sums) => sums !== null)
  const personalPv = sumOf(own, ({ pv }) => pv) + sumOf(further, ({ pv }) => pv)
  const customerPv =
    sumOf(own, ({ customer, pv }) => (customer ? pv : 0)) + sumOf(further, ({ customer_pv }) => customer_pv)
  const sales = sumOf(own, ({ cv_cents }) => cv_cents) + sumOf(further, ({ cv_cents }) => cv_cents)
  const legsPv = sumOf(statement.legs, ({ group_pv }) => group_pv) + (statement.further_legs?.group_pv ?? 0)
  return [
    check('personal_pv', undefined, card.personal_pv, personalPv),
    check('customer_pv', undefined, card.customer_pv, customerPv),
    check('group_pv', undefined, card.group_pv, personalPv + legsPv),
    check('total_sales', undefined, card.total_sales_cents, sales),
  ]
}

function checkLevel(plan: Plan, statement: Statement): StatementCheck[] {
  const { card, member, before } = statement
  const { active } = member
  const volumes = { personalPv: card.personal_pv, groupPv: card.group_pv, customerPv: card.customer_pv }
  const level = levelAt(plan, { active, ...volumes }, (legLevel) => legsOfLevel(statement, legLevel))
  const next = plan.levels.find(({ code }) => code === card.level + 1)
  const nextLegs = next && next.legs > 0 ? legsOfLevel(statement, next.legLevel) : 0
  return [
    check('level', undefined, card.level, level),
    check('next_legs', undefined, card.next_legs, nextLegs),
    check('title', undefined, card.title, Math.max(level, before.title)),
  ]
}

/** Legs with an eligible member of at least a level. */
function legsOfLevel({ legs, further_legs }: Statement, legLevel: number): number {
  const qualifies = (best: number) => best > 0 && best >= legLevel
  const further = (further_legs?.best_levels ?? []).filter((_, best) => qualifies(best))
  return legs.filter(({ best_level }) => qualifies(best_level)).length + sumOf(further, (count) => count)
}

/** Sales bonus: own sales and direct line; level bonus: differential; each less what was taken back (plan §6). */
function checkBonuses({ card, ...statement }: Statement): StatementCheck[] {
  const { reversals, further_reversals, further_orders, further_legs, legs } = statement
  const ownSales = sumOf(statement.orders, (order) => order.own_sale_cents) + (further_orders?.own_sale_cents ?? 0)
  const allLegs = further_legs ? [...legs, further_legs] : legs
  const takenBack = (isLevelBonus: boolean) =>
    sumOf(reversals, ({ kind, amount_cents }) => ((kind === 'differential') === isLevelBonus ? amount_cents : 0))
  const sales =
    ownSales +
    sumOf(allLegs, ({ direct_line_cents }) => direct_line_cents) +
    takenBack(false) +
    (further_reversals?.sales_bonus_cents ?? 0)
  const level =
    sumOf(allLegs, ({ differential_cents }) => differential_cents) +
    takenBack(true) +
    (further_reversals?.level_bonus_cents ?? 0)
  return [
    check('sales_bonus', undefined, card.sales_bonus_cents, sales),
    check('level_bonus', undefined, card.level_bonus_cents, level),
    check('total_bonus', undefined, card.total_bonus_cents, sales + level),
  ]
}

/** Whether the balance came to the smallest payout of its day is not in the file: it is paid whole or carried whole. */
function checkPayout({ card, before }: Statement): StatementCheck[] {
  const balance = card.opening_cents + card.total_bonus_cents
  const isPaid = card.payable_cents !== 0
  const minimum = cents(isPaid ? 1 : Math.max(1, balance + 1))
  const paid = payOut(cents(card.opening_cents), cents(card.total_bonus_cents), minimum)
  return [
    check('opening', undefined, card.opening_cents, before.carried_cents),
    check('payable', undefined, card.payable_cents, paid.payableCents),
    check('carried', undefined, card.carried_cents, paid.carriedCents),
  ]
}

/** The own rate on each own order; whoever is not eligible has none. */
function checkOwnSales(plan: Plan, { orders, member, card }: Statement): StatementCheck[] {
  const rateBp = rateOf(plan, { active: member.active, level: card.level })
  return orders.map(({ order_no, cv_cents, own_sale_cents }) =>
    check('own_sale', order_no, own_sale_cents, portion(rateBp, cv_cents as Cents)),
  )
}
