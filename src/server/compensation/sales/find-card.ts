import { getLevelRow, getRate, LEVEL_CODES } from '#domain/compensation/plan/plan.ts'
import { buildConditions } from '#domain/compensation/rules/compute-level.ts'
import type { PayoutState } from '#domain/compensation/rules/payout-steps.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { NetworkServices } from '../live/live-network.ts'
import type { CardDetails } from '../live/query-handlers.ts'
import { findCards, findPayoutState } from './sales.queries.ts'
import type { LiveMonth, SalesMonth } from './sales-month.ts'

/**
 * The amounts that a closed month carried in, pays out and carries over, in cents (docs/plan §9); without a state if it
 * pays nothing.
 */
export type Payout = {
  openingCents: number
  payableCents: number
  carriedCents: number
  state: PayoutState | undefined
}
export type MonthCard = Omit<CardDetails, 'conditions'> & { payout: Payout | undefined }

/** A member's month, frozen or live; undefined before their enrollment. */
export async function findCard(
  services: Pick<NetworkServices, 'db' | 'network'>,
  memberId: UserId,
  source: SalesMonth | LiveMonth,
): Promise<MonthCard | undefined> {
  if (source.figures === 'closed_externally') return undefined
  if (source.figures === 'live') {
    const card = await services.network.query({ name: 'card', month: source.month, memberId })
    return card && { ...card, payout: undefined }
  }
  const { month, plan } = source
  const [[card], state] = await Promise.all([
    findCards(services.db, [month], memberId),
    findPayoutState(services.db, month, memberId),
  ])
  if (!card) return undefined
  const volumes = { personalPv: card.personal_pv, groupPv: card.group_pv, customerPv: card.customer_pv }
  const next = card.active ? LEVEL_CODES.find((code) => code === card.level + 1) : undefined
  return {
    ...volumes,
    level: card.level,
    active: card.active,
    totalSalesCents: card.total_sales_cents,
    salesBonusCents: card.sales_bonus_cents,
    levelBonusCents: card.level_bonus_cents,
    totalBonusCents: card.total_bonus_cents,
    nextLevelCents: card.next_level_cents,
    rateBp: getRate(plan, card),
    next: next && {
      level: next,
      rateBp: getLevelRow(plan, next).rateBp,
      conditions: buildConditions(getLevelRow(plan, next), volumes, card.next_legs),
    },
    payout: {
      openingCents: card.opening_cents,
      payableCents: card.payable_cents,
      carriedCents: card.carried_cents,
      state,
    },
  }
}
