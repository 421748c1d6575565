import { previousMonth } from '#domain/calendar/month.ts'
import { computePayout, type Payout } from '#domain/compensation/rules/payout.ts'
import { cents } from '#domain/money/money.ts'
import type { Result } from '#domain/result.ts'
import { findOpenApproval, type OpenApproval } from '#server/identity/staff/find-open-approval.ts'
import { readInTransaction } from '#server/platform/database/transaction.ts'
import type { NetworkServices } from '../live/live-network.ts'
import { CORRECTION_ACTION } from './correct-bonus.ts'
import { findOpeningBalance } from './correction.queries.ts'
import {
  type CorrectionInput,
  type CorrectionRefusal,
  type PlannedCorrection,
  planCorrection,
} from './plan-correction.ts'

/** Amounts in cents. */
type Bonuses = { salesBonusCents: number; levelBonusCents: number; totalBonusCents: number }
export type PreviewedCorrection = {
  plan: PlannedCorrection
  waiting: OpenApproval | undefined
  /** The member's month as it is now, and with the correction. */
  now: Bonuses
  after: Bonuses
  /** Undefined while the previous month is open. */
  payouts: { now: Payout; after: Payout } | undefined
}

/**
 * Previews a correction without booking it: reads its inputs in a transaction that is rolled back, then queries the
 * live month. Throws 503 while the month is not in memory.
 */
export async function previewCorrection(
  { db, network, settings }: Pick<NetworkServices, 'db' | 'network' | 'settings'>,
  input: CorrectionInput,
): Promise<Result<PreviewedCorrection, CorrectionRefusal>> {
  const planned = await readInTransaction(db, async (trx) => {
    const planning = await planCorrection(trx, input)
    if (!planning.ok) return planning
    const { subject, preview } = planning.plan
    return { ...planning, waiting: await findOpenApproval(trx, { action: CORRECTION_ACTION, subject, preview }) }
  })
  if (!planned.ok) return planned
  const { plan, waiting } = planned
  const { month, memberId, bonus, amountCents } = plan
  const requestCard = () => network.query({ name: 'card', month, memberId })
  let card = await requestCard()
  if (!card) {
    // Includes members enrolled a moment ago.
    await network.catchUp()
    card = await requestCard()
  }
  if (!card) throw new Error(`member ${plan.memberNo} is not in the figures of ${month}`)
  const now = {
    salesBonusCents: card.salesBonusCents,
    levelBonusCents: card.levelBonusCents,
    totalBonusCents: card.totalBonusCents,
  }
  const after = {
    salesBonusCents: now.salesBonusCents + (bonus === 'sales' ? amountCents : 0),
    levelBonusCents: now.levelBonusCents + (bonus === 'level' ? amountCents : 0),
    totalBonusCents: now.totalBonusCents + amountCents,
  }
  const opening = await findOpeningBalance(db, previousMonth(month), memberId)
  const toPayout = ({ totalBonusCents }: Bonuses) =>
    computePayout(cents(opening ?? 0), cents(totalBonusCents), settings.get('minimum_payout'))
  const payouts = opening === undefined ? undefined : { now: toPayout(now), after: toPayout(after) }
  return { ok: true, plan, waiting, now, after, payouts }
}
