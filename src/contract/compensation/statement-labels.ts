import type { Condition } from '#domain/compensation/rules/compute-level.ts'
import type { CorrectedBonus } from '#domain/compensation/rules/correction.ts'
import type { LineKind } from '#domain/compensation/rules/line.ts'
import { cents, formatCents } from '#domain/money/money.ts'
import { formatWhole } from '#domain/money/whole-number.ts'
import type { Statement } from './statement.ts'

/** Formats basis points: `9%`. */
export const formatRate = (bp: number): string => `${Number((bp / 100).toFixed(2))}%`

export const levelName = ({ plan }: Pick<Statement, 'plan'>, code: number): string =>
  plan.levels[code - 1]?.name ?? `Level ${code}`

export const lineKindNames: Record<LineKind, string> = {
  own_sale: 'Personal sale',
  direct_line: 'Direct line',
  differential: 'Differential',
}

export const correctedBonusNames: Record<CorrectedBonus, string> = { sales: 'Sales bonus', level: 'Level bonus' }

/** `Group PV 4,035 (4,000 needed)`; undefined for a condition that requires nothing. */
export function conditionLabel(statement: Statement, condition: Condition): string | undefined {
  if (condition.need === 0) return undefined
  const { have, need } = condition
  const subject =
    condition.kind === 'legs'
      ? `Legs with ${levelName(statement, condition.legLevel)} or above`
      : { personal_pv: 'Personal PV', group_pv: 'Group PV', customer_pv: 'Customer PV' }[condition.kind]
  return `${subject} ${formatWhole(have)} (${formatWhole(need)} needed)`
}

/** Why part of the balance is not paid out (docs/plan §9); a negative balance needs no explanation. */
export const carriedLabel = ({ card, minimum_payout_cents }: Statement): string =>
  card.carried_cents > 0 ? `Carried forward, less than ${formatCents(cents(minimum_payout_cents))}` : 'Carried forward'
