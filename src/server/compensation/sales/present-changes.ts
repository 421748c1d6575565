import type {
  CauseName,
  ChangedFigures,
  Difference,
  OrderCause,
  SalesChanges,
} from '#contract/compensation/sales-changes.ts'
import type { Month } from '#domain/calendar/month.ts'
import type { Plan } from '#domain/compensation/plan/plan.ts'
import type { ReversalCause } from '#domain/compensation/rules/reversal-cause.ts'
import type { ExplainedCorrection } from '../correction/correction.queries.ts'
import type { OrderCause as Cause, DifferenceFigures } from '../live/present-month-diff.ts'
import {
  dollars,
  EMPTY_CARD,
  findLevelName,
  type OrderFacts,
  type People,
  presentCorrection,
  presentDownlineMember,
  toYearAndMonth,
} from './present-sales.ts'

type ChangesInput = {
  plan: Plan
  figures: DifferenceFigures
  people: People
  orders: ReadonlyMap<number, OrderFacts>
  /** Fully reversed orders, each with the return that completed the reversal. */
  reversals: ReadonlyMap<number, { returnId: number; by: ReversalCause }>
  corrections: readonly ExplainedCorrection[]
}

/** Undefined for a month whose figures are final. */
export const presentChanges = (month: Month, input: ChangesInput | undefined): SalesChanges => ({
  ...toYearAndMonth(month),
  difference: input ? presentDifference(month, input) : null,
})

type Card = NonNullable<DifferenceFigures['cards']>['after']

function presentDifference(month: Month, input: ChangesInput): Difference {
  const { figures, people, plan } = input
  const { before, after } = figures.cards ?? { before: EMPTY_CARD, after: EMPTY_CARD }
  return {
    since: new Date(figures.since).toISOString(),
    shortened: figures.shortened ?? null,
    before: presentFigures(plan, before),
    after: presentFigures(plan, after),
    change: {
      total_sales: dollars(after.totalSalesCents - before.totalSalesCents),
      total_pv: after.groupPv - before.groupPv,
      ...presentBonuses({
        salesBonusCents: after.salesBonusCents - before.salesBonusCents,
        levelBonusCents: after.levelBonusCents - before.levelBonusCents,
      }),
    },
    orders: figures.orders.map((order) => presentCause(month, order, input)),
    further_orders: figures.further
      ? { count: figures.further.count, pv: figures.further.pv, ...presentBonuses(figures.further) }
      : null,
    corrections: input.corrections.map(presentCorrection),
    further_corrections: figures.furtherCorrections
      ? { count: figures.furtherCorrections.count, ...presentBonuses(figures.furtherCorrections) }
      : null,
    statuses: figures.statuses.map(({ id, depth, active, joined, madeAt }) => ({
      member: presentDownlineMember(people, id, depth),
      active,
      joined,
      changed_at: new Date(madeAt).toISOString(),
    })),
    further_statuses: figures.furtherStatuses,
    levels: figures.levels.map(({ id, depth, from, to }) => ({
      member: presentDownlineMember(people, id, depth),
      from,
      from_name: findLevelName(plan, from),
      to,
      to_name: findLevelName(plan, to),
    })),
    further_levels: figures.furtherLevels,
    remainder: presentBonuses(figures.rest),
  }
}

const presentFigures = (plan: Plan, card: Card): ChangedFigures => ({
  sales_level: card.level,
  level_name: findLevelName(plan, card.level),
  active: card.active,
  total_sales: dollars(card.totalSalesCents),
  total_pv: card.groupPv,
  ...presentBonuses(card),
})

const presentBonuses = ({ salesBonusCents, levelBonusCents }: DifferenceFigures['rest']) => ({
  sales_bonus: dollars(salesBonusCents),
  level_bonus: dollars(levelBonusCents),
  total_bonus: dollars(salesBonusCents + levelBonusCents),
})

function presentCause(month: Month, cause: Cause, { people, orders, reversals }: ChangesInput): OrderCause {
  const order = orders.get(cause.orderId)
  if (!order) throw new Error(`counted order ${cause.orderId} is missing`)
  return {
    order_no: order.order_no,
    cause: toCauseName(cause, reversals.get(cause.orderId)),
    changed_at: new Date(cause.madeAt).toISOString(),
    credited: presentDownlineMember(people, cause.creditedId, cause.depth),
    customer: cause.customer,
    cv: dollars(cause.cvCents),
    pv: cause.pv,
    ...presentBonuses(cause),
    reversal_of: order.month !== month ? toYearAndMonth(order.month as Month) : null,
  }
}

function toCauseName(
  { isNew, returnId }: Cause,
  fullReversal: { returnId: number; by: ReversalCause } | undefined,
): CauseName {
  if (isNew) return 'counted'
  // Several returns may be listed side by side; the last one completed the reversal.
  return fullReversal && (returnId === undefined || returnId === fullReversal.returnId) ? fullReversal.by : 'returned'
}
