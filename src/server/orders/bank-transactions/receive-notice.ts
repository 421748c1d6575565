import { type NoValue, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { lockNotice, markReceived, type NoticeState } from './notice.queries.ts'

export type ReceiveRefusal =
  | { code: 'notice_not_found' }
  | { code: 'not_open'; state: NoticeState }
  | { code: 'not_undecided' }

/**
 * Confirms that the money of an undecided bank transaction was received (docs/back-office §3, Notices); from then on it
 * is matched like the others.
 */
export async function receiveNotice(
  trx: Transaction,
  actor: Actor,
  { noticeId }: { noticeId: number },
): Promise<Result<NoValue, ReceiveRefusal>> {
  const notice = await lockNotice(trx, noticeId)
  if (!notice) return refuse({ code: 'notice_not_found' })
  if (notice.state !== 'open') return refuse({ code: 'not_open', state: notice.state })
  if (!notice.isUndecided) return refuse({ code: 'not_undecided' })
  await markReceived(trx, notice.id)
  await recordAction(trx, actor, {
    action: 'bank_transaction.confirmed',
    subject: { kind: 'bank_transaction', id: notice.id },
    before: { undecided: true },
    after: { undecided: false },
  })
  return { ok: true }
}
