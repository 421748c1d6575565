import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { endErasureRequest, insertErasureRequest } from './erasure.queries.ts'

/** Days during which they can cancel the request (docs/back-office §4). */
const WAITING_DAYS = 14

/**
 * Requests the erasure of a member; a repeated request changes nothing. Emails them at once, in case someone else
 * requested it.
 */
export async function requestErasure(
  trx: Transaction,
  actor: Actor,
  userId: UserId,
  jobs: Pick<Jobs, 'queue'>,
): Promise<void> {
  if (!(await insertErasureRequest(trx, userId, WAITING_DAYS))) return
  await jobs.queue(trx, 'mail', [{ mail: 'erasure_begins', user_id: userId }])
  await recordAction(trx, actor, { action: 'member.erasure_requested', subject: { kind: 'member', id: userId } })
}

/** Cancels the request if it is not executed yet. */
export async function cancelErasureRequest(
  trx: Transaction,
  actor: Actor,
  userId: UserId,
): Promise<Result<NoValue, Refusal<'not_found'>>> {
  if (!(await endErasureRequest(trx, userId))) return refuse({ code: 'not_found' })
  await recordAction(trx, actor, { action: 'member.erasure_canceled', subject: { kind: 'member', id: userId } })
  return { ok: true }
}
