import { previousMonth } from '#domain/calendar/month.ts'
import { type Payout, payOut } from '#domain/compensation/rules/payout.ts'
import { cents } from '#domain/money/money.ts'
import type { Result } from '#domain/result.ts'
import { findOpenApproval, type OpenApproval } from '#server/identity/staff/find-open-approval.ts'
import { readInTransaction } from '#server/platform/database/transaction.ts'
import type { NetworkServices } from '../live/live-network.ts'
import { CORRECTING } from './correct-bonus.ts'
import { findOpening } from './correction.queries.ts'
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
 * Previews a correction without booking it: reads its facts in a transaction that is rolled back, then asks the live
 * month. Throws 503 while the month is not in memory.
 */
export async function previewCorrection(
  { db, network, settings }: Pick<NetworkServices, 'db' | 'network' | 'settings'>,
  asked: CorrectionInput,
): Promise<Result<PreviewedCorrection, CorrectionRefusal>> {
  const planned = await readInTransaction(db, async (trx) => {
    const found = await planCorrection(trx, asked)
    if (!found.ok) return found
    const { subject, preview } = found.plan
    return { ...found, waiting: await findOpenApproval(trx, { action: CORRECTING, subject, preview }) }
  })
  if (!planned.ok) return planned
  const { plan, waiting } = planned
  const { month, memberId, bonus, amountCents } = plan
  const ask = () => network.ask({ name: 'card', month, memberId })
  let card = await ask()
  if (!card) {
    // Includes members enrolled a moment ago.
    await network.catchUp()
    card = await ask()
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
  const opening = await findOpening(db, previousMonth(month), memberId)
  const paid = ({ totalBonusCents }: Bonuses) =>
    payOut(cents(opening ?? 0), cents(totalBonusCents), settings.get('minimum_payout'))
  const payouts = opening === undefined ? undefined : { now: paid(now), after: paid(after) }
  return { ok: true, plan, waiting, now, after, payouts }
}
