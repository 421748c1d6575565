import { type NoValue, type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { lockOrder } from '#server/orders/payments/lock-order.ts'
import { refuseStale } from '#server/orders/refuse-stale.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { insertNote } from './order-file.queries.ts'

export type OrderNoteRefusal = { code: 'not_found' } | { code: 'stale' }

/**
 * Adds a note for other staff. The audit log records that there is one, but not its text, so that a note can be erased
 * in one place.
 */
export async function addOrderNote(
  trx: Transaction,
  actor: Actor,
  { orderId, note, expectedVersion }: { orderId: number; note: string; expectedVersion?: string | undefined },
): Promise<Result<NoValue, OrderNoteRefusal>> {
  const order = await lockOrder(trx, orderId)
  if (!order) return refuse({ code: 'not_found' })
  const stale = await refuseStale(trx, order.id, expectedVersion)
  if (stale) return stale
  const id = await insertNote(trx, { orderId: order.id, note, madeBy: formatActorName(actor) })
  await recordAction(trx, actor, {
    action: 'order.note_added',
    subject: { kind: 'order', id: orderId },
    after: { note: id },
  })
  return { ok: true }
}
