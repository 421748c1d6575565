import { getLevelRow } from '../plan/plan.ts'
import { buildConditions, type Condition, computeLevelWith } from '../rules/compute-level.ts'
import type { CorrectedBonus } from '../rules/correction.ts'
import { isLevelBonus } from '../rules/line.ts'
import { type Statement, toPlan } from './statement.ts'

/** A sum beyond the safe integers merely fails the check: an untrusted file must not abort it. */
export const sumFigures = <Row>(rows: readonly Row[], figure: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + figure(row), 0)

/** The sums that make up the figures of a card (docs/plan §6.1, §10), shared by the PDF, the page and the check. */
export function computeStatementSums(statement: Statement) {
  const { orders, returns, legs, reversals, further_orders, further_returns, further_legs, further_reversals } =
    statement
  const entries = [...orders, ...returns]
  const furtherSums = [further_orders, further_returns].filter((sums) => sums !== null)
  const allLegs = further_legs ? [...legs, further_legs] : legs
  const sumReversals = (isLevel: boolean) =>
    sumFigures(reversals, ({ kind, amount_cents }) => (isLevelBonus(kind) === isLevel ? amount_cents : 0))
  const sumCorrections = (bonus: CorrectedBonus) =>
    sumFigures(statement.corrections ?? [], (correction) =>
      correction.bonus === bonus ? correction.amount_cents : 0,
    ) + (statement.further_corrections?.[`${bonus}_bonus_cents`] ?? 0)
  return {
    personalPv: sumFigures(entries, ({ pv }) => pv) + sumFigures(furtherSums, ({ pv }) => pv),
    customerPv:
      sumFigures(entries, ({ customer, pv }) => (customer ? pv : 0)) +
      sumFigures(furtherSums, ({ customer_pv }) => customer_pv),
    totalSalesCents:
      sumFigures(entries, ({ cv_cents }) => cv_cents) + sumFigures(furtherSums, ({ cv_cents }) => cv_cents),
    legsPv: sumFigures(allLegs, ({ group_pv }) => group_pv),
    ownSaleCents: sumFigures(orders, (order) => order.own_sale_cents) + (further_orders?.own_sale_cents ?? 0),
    directLineCents: sumFigures(allLegs, (leg) => leg.direct_line_cents),
    differentialCents: sumFigures(allLegs, (leg) => leg.differential_cents),
    salesReversedCents: sumReversals(false) + (further_reversals?.sales_bonus_cents ?? 0),
    levelReversedCents: sumReversals(true) + (further_reversals?.level_bonus_cents ?? 0),
    salesCorrectedCents: sumCorrections('sales'),
    levelCorrectedCents: sumCorrections('level'),
  }
}

/** Number of legs with an eligible member of at least that level. */
export function countLegsOfLevel({ legs, further_legs }: Statement, legLevel: number): number {
  const isQualified = (best: number) => best > 0 && best >= legLevel
  const further = (further_legs?.best_levels ?? []).filter((_, best) => isQualified(best))
  return legs.filter(({ best_level }) => isQualified(best_level)).length + sumFigures(further, (count) => count)
}

const toVolumes = ({ card }: Statement) => ({
  personalPv: card.personal_pv,
  groupPv: card.group_pv,
  customerPv: card.customer_pv,
})

/** The level that the stated points and legs reach (docs/plan §5). */
export const computeReachedLevel = (statement: Statement): number =>
  computeLevelWith(toPlan(statement), { active: statement.member.active, ...toVolumes(statement) }, (legLevel) =>
    countLegsOfLevel(statement, legLevel),
  )

/** The conditions of a level, with what the month had of each. */
export function computeStatementConditions(statement: Statement, level: number): Condition[] {
  const row = getLevelRow(toPlan(statement), level)
  return buildConditions(row, toVolumes(statement), countLegsOfLevel(statement, row.legLevel))
}
