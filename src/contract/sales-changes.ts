import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { dollars, instant } from './fields.ts'
import { monthQuery, Named } from './sales.ts'

/** Orders, statuses and levels that are named at the most, each; of further orders there is the sum. */
export const CHANGES_SHOWN = 100

/** counted: it did not before. canceled, returned: it counts less, or what an earlier month paid is taken back. */
export const CAUSES = ['counted', 'canceled', 'returned'] as const
export type CauseName = (typeof CAUSES)[number]

/** A member's month at one of the two moments. */
const Figures = z.object({
  sales_level: z.int(),
  active: z.boolean(),
  total_sales: dollars,
  total_pv: z.int(),
  sales_bonus: dollars,
  level_bonus: dollars,
  total_bonus: dollars,
})
export type ChangedFigures = z.infer<typeof Figures>

/** What something changed of the member's own bonuses. */
const bonuses = { sales_bonus: dollars, level_bonus: dollars, total_bonus: dollars }

export const OrderCause = z.object({
  order_no: z.string(),
  cause: z.enum(CAUSES),
  /** When it changed the figures. */
  changed_at: instant,
  /** Whose order, and how far below the member; depth 0 is the member's own. */
  credited: Named,
  /** A customer bought, not the credited member. */
  customer: z.boolean(),
  /** Changes of the order's value and points in the month. */
  cv: dollars,
  pv: z.int(),
  ...bonuses,
  /** The earlier, closed month that the order counted in. */
  reversal_of: z.nullable(z.object({ year: z.string(), month: z.string() })),
})
export type OrderCause = z.infer<typeof OrderCause>

export const Difference = z.object({
  /** Where it begins: yesterday at midnight in New York, or with the month. */
  since: instant,
  /** Why it begins later: files were taken over, or there is more than is gone back through. */
  shortened: z.nullable(z.enum(['read_anew', 'too_many'])),
  before: Figures,
  after: Figures,
  /** After less before, to the cent what the orders, the further ones and the rest come to. */
  change: z.object({ total_sales: dollars, total_pv: z.int(), ...bonuses }),
  /** The newest first. */
  orders: z.array(OrderCause),
  further_orders: z.nullable(z.object({ count: z.int(), pv: z.int(), ...bonuses })),
  /** Who is active now and was not, or the other way round. */
  statuses: z.array(z.object({ member: Named, active: z.boolean(), joined: z.boolean(), changed_at: instant })),
  further_statuses: z.int(),
  /** Whose level is another one, the nearest first. */
  levels: z.array(z.object({ member: Named, from: z.int(), to: z.int() })),
  further_levels: z.int(),
  /** What all orders from before pay more or less, because of statuses and levels. */
  rest: z.object(bonuses),
})
export type Difference = z.infer<typeof Difference>

export const SalesChanges = z.object({
  year: z.string(),
  month: z.string(),
  /** None once the month is closed: nothing of it changes any more. */
  difference: z.nullable(Difference),
})
export type SalesChanges = z.infer<typeof SalesChanges>

export const salesChangesCall = defineCall('salesChanges', {
  summary: 'Why the month changed since yesterday: the orders, statuses and levels that did it, to the cent',
  query: z.object(monthQuery),
  responses: { 200: SalesChanges },
  errors: [401, 422],
})
