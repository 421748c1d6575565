import { type NoValue, type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { lockNotice, type NoticeState, writeSetAside } from './notice.queries.ts'

export type SetAsideRefusal =
  | { code: 'notice_not_found' }
  | { code: 'reason_required' }
  | { code: 'not_open'; state: NoticeState }
  | { code: 'partly_booked' }

/** Sets aside a bank transaction that pays no order, such as the shop's own money (docs/back-office §3, Notices). */
export async function setNoticeAside(
  trx: Transaction,
  actor: Actor,
  given: { noticeId: number; reason: string },
): Promise<Result<NoValue, SetAsideRefusal>> {
  const reason = given.reason.trim()
  if (reason === '') return refuse({ code: 'reason_required' })
  const notice = await lockNotice(trx, given.noticeId)
  if (!notice) return refuse({ code: 'notice_not_found' })
  if (notice.state !== 'open') return refuse({ code: 'not_open', state: notice.state })
  if (notice.bookedCents > 0) return refuse({ code: 'partly_booked' })
  await writeSetAside(trx, notice.id, { reason, by: formatActorName(actor) })
  await recordAction(trx, actor, {
    action: 'bank_transaction.set_aside',
    subject: { kind: 'bank_transaction', id: notice.id },
    before: { state: 'open' },
    after: { state: 'set_aside' },
    reason,
  })
  return { ok: true }
}
