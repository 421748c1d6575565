import type { Month } from '#domain/calendar/month.ts'
import {
  findPayoutRefusal,
  type PayoutRefusal,
  type PayoutStep,
  type SentMethod,
} from '#domain/compensation/rules/payout-steps.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { lockForPaying } from './pay-month.queries.ts'
import { findSentOn, insertEntry, lockPayout } from './payout.queries.ts'

export type Step = {
  month: Month
  memberId: number
  kind: PayoutStep
  /** Version of the payout that the client saw. */
  expectedVersion: string
  reason?: string
  sent?: {
    method: SentMethod
    destination: string
    reference: string
    on: string
    /** Email of the approver, if one was needed. */
    approvedBy?: string | undefined
  }
}
export type StepRefusal = Refusal<PayoutRefusal | 'not_found' | 'stale' | 'reason_required'>
/** Version of a payout with this number of entries: each change adds one. */
export const payoutVersion = (entries: number): string => String(entries)

type LockedPayout = NonNullable<Awaited<ReturnType<typeof lockPayout>>>

/**
 * Locks the month, then the payout. Refuses a payout that has changed since the client saw it, or a step that is not
 * possible.
 */
export async function lockForStep(
  trx: Transaction,
  { month, memberId, kind, expectedVersion }: Pick<Step, 'month' | 'memberId' | 'kind' | 'expectedVersion'>,
): Promise<Result<{ payout: LockedPayout }, StepRefusal>> {
  const monthRow = await lockForPaying(trx, month)
  const payout = monthRow?.closed_at ? await lockPayout(trx, month, memberId) : undefined
  if (!payout) return refuse({ code: 'not_found' })
  if (payoutVersion(payout.entries) !== expectedVersion) return refuse({ code: 'stale' })
  const refusal = findPayoutRefusal(kind, payout.state as 'due', monthRow?.paid_at !== null)
  return refusal ? refuse({ code: refusal }) : { ok: true, payout }
}

/**
 * Books one step of a payout by staff (docs/back-office §5), based on the version that they saw. Emails the member if
 * the payout was sent or failed.
 */
export async function bookStep(
  trx: Transaction,
  actor: Actor,
  step: Step,
  { jobs }: { jobs: Pick<Jobs, 'queue'> },
): Promise<Result<{ entryId: number }, StepRefusal>> {
  const { month, memberId, kind, reason = '', sent } = step
  const locked = await lockForStep(trx, step)
  if (!locked.ok) return locked
  const { payout } = locked
  if ((kind === 'held' || kind === 'failed') && reason.trim() === '') return refuse({ code: 'reason_required' })
  const isReturned = kind === 'failed' && payout.state === 'paid'
  const entryId = await insertEntry(trx, {
    month,
    memberId,
    kind,
    amountCents: kind === 'paid' ? payout.amount_cents : isReturned ? -payout.paid_cents : 0,
    method: sent?.method,
    destination: sent?.destination ?? '',
    reference: sent?.reference ?? '',
    reason,
    sentOn: sent?.on ?? (isReturned ? await findSentOn(trx, month, memberId) : undefined),
    by: formatActorName(actor),
  })
  await recordAction(trx, actor, {
    action: `payout.${kind}`,
    subject: { kind: 'month', id: month },
    person: memberId,
    before: { state: payout.state },
    after: {
      member: memberId,
      amount_cents: payout.amount_cents,
      ...(sent && { method: sent.method }),
      ...(sent?.approvedBy && { approved_by: sent.approvedBy }),
    },
    reason: reason || undefined,
  })
  if (kind === 'paid') await jobs.queue(trx, 'mail', [{ mail: 'payout_sent', payout_entry_id: entryId }])
  if (kind === 'failed') await jobs.queue(trx, 'mail', [{ mail: 'payout_failed', payout_entry_id: entryId }])
  return { ok: true, entryId }
}
