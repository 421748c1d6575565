import * as z from 'zod/mini'
import { defineCall } from '#contract/base/call.ts'
import { dollars, instant } from '#contract/base/fields.ts'
import { REVERSAL_CAUSES } from '#domain/compensation/rules/reversal-cause.ts'
import { BonusCorrection, monthQuery, NamedMember } from './sales.ts'

/** The most orders, statuses and levels listed, each; further orders are summed up. */
export const CHANGES_SHOWN = 100

/**
 * `counted`: the order did not count before. The other causes reduce its value, or reverse payments of an earlier
 * month.
 */
export const CAUSES = ['counted', ...REVERSAL_CAUSES] as const
export type CauseName = (typeof CAUSES)[number]

/** A member's month at one of the two instants. */
const Figures = z.object({
  sales_level: z.int(),
  level_name: z.string(),
  active: z.boolean(),
  total_sales: dollars,
  total_pv: z.int(),
  sales_bonus: dollars,
  level_bonus: dollars,
  total_bonus: dollars,
})
export type ChangedFigures = z.infer<typeof Figures>

/** Change of the member's bonuses. */
const bonuses = { sales_bonus: dollars, level_bonus: dollars, total_bonus: dollars }

export const OrderCause = z.object({
  order_no: z.string(),
  cause: z.enum(CAUSES),
  /** When it changed the figures. */
  changed_at: instant,
  /** The credited member and their depth below the member; depth 0 is the member. */
  credited: NamedMember,
  /** True if a customer bought, not the credited member. */
  customer: z.boolean(),
  /** Change of the order's value and points in the month. */
  cv: dollars,
  pv: z.int(),
  ...bonuses,
  /** The earlier, closed month in which the order counted. */
  reversal_of: z.nullable(z.object({ year: z.string(), month: z.string() })),
})
export type OrderCause = z.infer<typeof OrderCause>

export const Difference = z.object({
  /** The start: yesterday at midnight in New York, or the beginning of the month. */
  since: instant,
  /** Why it starts later: files were imported, or there are too many changes to reconstruct. */
  shortened: z.nullable(z.enum(['reloaded', 'too_many'])),
  before: Figures,
  after: Figures,
  /** After less before; to the cent, the sum of orders, corrections, the further ones of both, and the rest. */
  change: z.object({ total_sales: dollars, total_pv: z.int(), ...bonuses }),
  /** Newest first. */
  orders: z.array(OrderCause),
  further_orders: z.nullable(z.object({ count: z.int(), pv: z.int(), ...bonuses })),
  /** Corrections of the member's bonus, newest first. */
  corrections: z.array(BonusCorrection),
  further_corrections: z.nullable(z.object({ count: z.int(), ...bonuses })),
  /** Members whose eligibility changed, in either direction. */
  statuses: z.array(z.object({ member: NamedMember, active: z.boolean(), joined: z.boolean(), changed_at: instant })),
  further_statuses: z.int(),
  /** Members whose level changed, nearest first. */
  levels: z.array(
    z.object({ member: NamedMember, from: z.int(), from_name: z.string(), to: z.int(), to_name: z.string() }),
  ),
  further_levels: z.int(),
  /** Change of what all earlier orders pay, because statuses and levels changed. */
  remainder: z.object(bonuses),
})
export type Difference = z.infer<typeof Difference>

export const SalesChanges = z.object({
  year: z.string(),
  month: z.string(),
  /** Null once the month is closed and nothing changes any more. */
  difference: z.nullable(Difference),
})
export type SalesChanges = z.infer<typeof SalesChanges>

export const salesChangesCall = defineCall('salesChanges', {
  summary: 'Explains what changed in the month since yesterday by order, status and level, to the cent',
  query: z.object(monthQuery),
  responses: { 200: SalesChanges },
  errors: [401, 422],
})
