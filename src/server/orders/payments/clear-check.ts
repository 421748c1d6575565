import { listUnreversedPayments } from '#domain/orders/balance.ts'
import { type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId, PaymentId } from '#server/platform/database/tables.generated.ts'
import { completeIfDue } from './complete-order.ts'
import { findOrderOfPayment, findToday, insertClearances } from './ledger.queries.ts'
import { lockOrder } from './lock-order.ts'
import { readLedger } from './read-ledger.ts'
import type { PaymentServices } from './record-change.ts'

export type ClearCheckRefusal =
  | { code: 'not_found' }
  /** Not a received check, or one that was corrected. */
  | { code: 'not_a_received_check' }
  | { code: 'already_cleared'; clearedOn: string }

/** Records that a check has cleared before `check_hold_days` are over; completes the order if it is ready. */
export async function clearCheck(
  trx: Transaction,
  actor: Actor,
  { paymentId }: { paymentId: number },
  shop: PaymentServices,
): Promise<Result<{ orderId: OrderId }, ClearCheckRefusal>> {
  const orderId = await findOrderOfPayment(trx, paymentId)
  const order = orderId && (await lockOrder(trx, orderId))
  if (!order) return refuse({ code: 'not_found' })
  const ledger = await readLedger(trx, order)
  const payment = listUnreversedPayments(ledger).find(({ id }) => id === paymentId)
  if (payment?.kind !== 'received' || payment.method !== 'check') return refuse({ code: 'not_a_received_check' })
  if (payment.clearedOn !== undefined) return refuse({ code: 'already_cleared', clearedOn: payment.clearedOn })
  const today = await findToday(trx)
  await insertClearances(trx, [paymentId as PaymentId], { clearedOn: today, madeBy: formatActorName(actor) })
  await recordAction(trx, actor, {
    action: 'payment.cleared',
    subject: { kind: 'payment', id: paymentId },
    after: { order: order.id, cleared_on: today },
  })
  await completeIfDue(trx, order.id, actor, shop)
  return { ok: true, orderId: order.id }
}
