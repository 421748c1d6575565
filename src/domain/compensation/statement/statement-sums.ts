import { levelRow } from '../plan/plan.ts'
import type { CorrectedBonus } from '../rules/correction.ts'
import { type Condition, conditionsAt, levelAt } from '../rules/level-of.ts'
import { isLevelBonus } from '../rules/line.ts'
import { planOf, type Statement } from './statement.ts'

/** A sum beyond the safe integers merely fails the check: an untrusted file must not abort it. */
export const sumOf = <Row>(rows: readonly Row[], figure: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + figure(row), 0)

/** The sums that make up the figures of a card (docs/plan §6.1, §10), shared by the PDF, the page and the check. */
export function statementSums(statement: Statement) {
  const { orders, returns, legs, reversals, further_orders, further_returns, further_legs, further_reversals } =
    statement
  const own = [...orders, ...returns]
  const furtherOwn = [further_orders, further_returns].filter((sums) => sums !== null)
  const allLegs = further_legs ? [...legs, further_legs] : legs
  const sumOfReversals = (ofLevelBonus: boolean) =>
    sumOf(reversals, ({ kind, amount_cents }) => (isLevelBonus(kind) === ofLevelBonus ? amount_cents : 0))
  const corrected = (bonus: CorrectedBonus) =>
    sumOf(statement.corrections ?? [], (one) => (one.bonus === bonus ? one.amount_cents : 0)) +
    (statement.further_corrections?.[`${bonus}_bonus_cents`] ?? 0)
  return {
    personalPv: sumOf(own, ({ pv }) => pv) + sumOf(furtherOwn, ({ pv }) => pv),
    customerPv:
      sumOf(own, ({ customer, pv }) => (customer ? pv : 0)) + sumOf(furtherOwn, ({ customer_pv }) => customer_pv),
    totalSalesCents: sumOf(own, ({ cv_cents }) => cv_cents) + sumOf(furtherOwn, ({ cv_cents }) => cv_cents),
    legsPv: sumOf(allLegs, ({ group_pv }) => group_pv),
    ownSaleCents: sumOf(orders, (order) => order.own_sale_cents) + (further_orders?.own_sale_cents ?? 0),
    directLineCents: sumOf(allLegs, (leg) => leg.direct_line_cents),
    differentialCents: sumOf(allLegs, (leg) => leg.differential_cents),
    salesReversedCents: sumOfReversals(false) + (further_reversals?.sales_bonus_cents ?? 0),
    levelReversedCents: sumOfReversals(true) + (further_reversals?.level_bonus_cents ?? 0),
    salesCorrectedCents: corrected('sales'),
    levelCorrectedCents: corrected('level'),
  }
}

/** Number of legs with an eligible member of at least that level. */
export function legsOfLevel({ legs, further_legs }: Statement, legLevel: number): number {
  const qualifies = (best: number) => best > 0 && best >= legLevel
  const further = (further_legs?.best_levels ?? []).filter((_, best) => qualifies(best))
  return legs.filter(({ best_level }) => qualifies(best_level)).length + sumOf(further, (count) => count)
}

const volumesOf = ({ card }: Statement) => ({
  personalPv: card.personal_pv,
  groupPv: card.group_pv,
  customerPv: card.customer_pv,
})

/** The level that the stated points and legs reach (docs/plan §5). */
export const levelReached = (statement: Statement): number =>
  levelAt(planOf(statement), { active: statement.member.active, ...volumesOf(statement) }, (legLevel) =>
    legsOfLevel(statement, legLevel),
  )

/** The conditions of a level, with what the month had of each. */
export function statementConditions(statement: Statement, level: number): Condition[] {
  const row = levelRow(planOf(statement), level)
  return conditionsAt(row, volumesOf(statement), legsOfLevel(statement, row.legLevel))
}
