import { type Month, month } from '#domain/calendar/month.ts'
import { LEVEL_CODES, type LevelCode, type Plan } from '../plan/plan.ts'
import type { CorrectedBonus } from '../rules/correction.ts'
import type { LineKind } from '../rules/line.ts'

/**
 * The values from which a statement's figures are recomputed, with the file's names, so that a manual check or another
 * program uses the same terms. Cents, points and basis points are integers; returns are negative.
 */
export type Statement = {
  month: string
  plan: {
    version: number
    first_month: string
    direct_line_rate_bp: number
    levels: readonly {
      code: number
      name: string
      personal_pv: number
      group_pv: number
      customer_pv: number
      legs: number
      leg_level: number
      rate_bp: number
    }[]
  }
  /** The minimum payout (docs/plan §9). */
  minimum_payout_cents: number
  member: { active: boolean }
  /** Carried over from the previous month: the highest level ever closed, and the balance. */
  before: { title: number; carried_cents: number }
  card: {
    level: number
    title: number
    personal_pv: number
    customer_pv: number
    group_pv: number
    next_legs: number
    total_sales_cents: number
    sales_bonus_cents: number
    level_bonus_cents: number
    total_bonus_cents: number
    opening_cents: number
    payable_cents: number
    carried_cents: number
  }
  /** Personal orders, with their values in the month (v′ and PV′) and the own sale bonus they pay. */
  orders: readonly PersonalOrder[]
  /** The sum of the orders beyond the longest list; null while all are listed. */
  further_orders: (Omit<PersonalOrder, 'order_no' | 'customer'> & { customer_pv: number }) | null
  /** Returns on personal orders of earlier, closed months. */
  returns: readonly PersonalReturn[]
  further_returns: (Omit<PersonalReturn, 'order_no' | 'customer'> & { customer_pv: number }) | null
  legs: readonly StatementLeg[]
  /** `best_levels[n]` counts the legs whose best level is n, from 0 (nobody eligible) to 9. */
  further_legs: (LegSums & { group_pv: number; best_levels: readonly number[] }) | null
  /**
   * Lines of the downline's orders; null if there are too many to list, in which case the sums of the legs replace
   * them.
   */
  lines: readonly StatementLine[] | null
  reversals: readonly StatementReversal[]
  further_reversals: { sales_bonus_cents: number; level_bonus_cents: number } | null
  /** Corrections by staff; absent if there are none. */
  corrections?: readonly StatedCorrection[] | undefined
  further_corrections?: { sales_bonus_cents: number; level_bonus_cents: number } | null | undefined
  checksum: string
}

export type StatedCorrection = { bonus: CorrectedBonus; amount_cents: number }
export type PersonalOrder = {
  order_no: string
  customer: boolean
  cv_cents: number
  pv: number
  own_sale_cents: number
}
export type PersonalReturn = { order_no: string; customer: boolean; cv_cents: number; pv: number }
export type LegSums = { direct_line_cents: number; differential_cents: number }
export type StatementLeg = LegSums & {
  member_no: string
  active: boolean
  level: number
  best_level: number
  group_pv: number
}
type StatementEntry = { order_no: string; kind: LineKind; rate_bp: number; covered_bp: number; amount_cents: number }
export type StatementLine = StatementEntry & { leg_no: string; credited: { depth: number }; value_cents: number }
/**
 * A reversal by the rates of the order's own month: the amount due on the remaining value, less what had been posted
 * before.
 */
export type StatementReversal = StatementEntry & {
  before_cents: number
  remaining_cents: number
  due_cents: number
  posted_cents: number
}

export const toPlan = ({ plan }: Statement): Plan => ({
  version: plan.version,
  firstMonth: month(plan.first_month) as Month,
  directLineRateBp: plan.direct_line_rate_bp,
  levels: LEVEL_CODES.map((code) => {
    const row = plan.levels[code - 1]
    if (row?.code !== code) throw new RangeError(`the statement's plan has no level ${code}`)
    return {
      code: code as LevelCode,
      name: row.name,
      personalPv: row.personal_pv,
      groupPv: row.group_pv,
      customerPv: row.customer_pv,
      legs: row.legs,
      legLevel: row.leg_level,
      rateBp: row.rate_bp,
    }
  }),
})
