import { type MethodHold, methodHold, type SentMethod } from '#domain/compensation/rules/payout-steps.ts'
import { type Month, shopDayOf } from '#domain/month.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/audit/actor.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { bookStep, type StepRefusal } from './book-step.ts'
import { findChosen } from './payout.queries.ts'

export type SendRefusal = StepRefusal | 'other_method' | 'no_reference' | MethodHold['why']

/**
 * Books that an open payout of a paid month was sent. Quick pay and check go where the member wants it, not before that
 * has waited; whatever else was agreed upon needs a reference.
 */
export async function sendPayout(
  trx: Transaction,
  actor: Actor,
  given: { month: Month; memberId: number; method: SentMethod; reference: string; expectedEntries: number; at: Date },
  services: { jobs: Pick<Jobs, 'queue'> },
): Promise<Result<{ entryId: number }, SendRefusal>> {
  const { month, memberId, method, reference, expectedEntries, at } = given
  const isByHand = method === 'cash' || method === 'other'
  if (isByHand && reference.trim() === '') return refuse('no_reference')
  const chosen = await findChosen(trx, memberId as UserId)
  if (!isByHand) {
    const hold = methodHold(chosen, at)
    if (hold) return refuse(hold.why)
    if (chosen?.kind !== method) return refuse('other_method')
  }
  const destination = isByHand ? '' : (chosen?.destination ?? '')
  const sent = { method, destination, reference, on: shopDayOf(at.getTime()) }
  return bookStep(trx, actor, { month, memberId, kind: 'paid', expectedEntries, sent }, services)
}
