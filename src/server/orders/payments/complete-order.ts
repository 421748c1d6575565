import { isClearedInFull, isPaidInFull, listUnclearedChecks, moneyOf } from '#domain/orders/balance.ts'
import { canBecome, type OrderStatus } from '#domain/orders/status.ts'
import { type NoValue, type Result, refuse } from '#domain/result.ts'
import { countOrder } from '#server/compensation/count/count-order.ts'
import { reverseVolume } from '#server/compensation/count/reverse-volume.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { PaymentId } from '#server/platform/database/tables.generated.ts'
import { findToday, insertClearances, isHandedOver } from './ledger.queries.ts'
import { type LockedOrder, lockOrder } from './lock-order.ts'
import { readLedger } from './read-ledger.ts'
import { type PaymentServices, recordChange } from './record-change.ts'

export type CompleteOrderRefusal =
  | { code: 'not_possible'; from: OrderStatus }
  /** All of it was returned or credited: there is nothing to complete. */
  | { code: 'all_credited' }
  | { code: 'not_paid' }
  /** A received check may still bounce. */
  | { code: 'not_cleared' }

/**
 * Completes an order that the caller has locked (docs/back-office §3). Its payment must be complete and cleared. It
 * counts from now on (docs/plan §3). `clearing: 'now'` clears waiting checks as of today on the actor's authority. The
 * caller must know or record that the goods are handed over.
 */
export async function completeOrder(
  trx: Transaction,
  actor: Actor,
  { order, clearing }: { order: LockedOrder; clearing: 'now' | 'wait' },
  shop: PaymentServices,
): Promise<Result<NoValue, CompleteOrderRefusal>> {
  if (!canBecome(order.status, 'completed')) return refuse({ code: 'not_possible', from: order.status })
  const ledger = await readLedger(trx, order)
  const money = moneyOf(ledger)
  if (money.totalCents > 0 && money.creditedCents >= money.totalCents) return refuse({ code: 'all_credited' })
  if (!isPaidInFull(money)) return refuse({ code: 'not_paid' })
  const today = await findToday(trx)
  const holdDays = shop.settings.get('check_hold_days')
  if (!isClearedInFull(ledger, today, holdDays)) {
    if (clearing === 'wait') return refuse({ code: 'not_cleared' })
    const pendingChecks = listUnclearedChecks(ledger, today, holdDays)
    await insertClearances(
      trx,
      pendingChecks.map(({ id }) => id as PaymentId),
      { clearedOn: today, madeBy: formatActorName(actor) },
    )
    for (const { id } of pendingChecks) {
      const after = { order: order.id, cleared_on: today }
      await recordAction(trx, actor, { action: 'payment.cleared', subject: { kind: 'payment', id }, after })
    }
  }
  await recordChange(trx, actor, { order, change: 'completed' }, shop)
  await countOrder(trx, order.id)
  return { ok: true }
}

/**
 * Completes an order automatically if the setting `complete_automatically` is on, its payment has cleared in full, and
 * its goods are handed over. Locks the order; returns whether it was completed.
 */
export async function completeIfDue(
  trx: Transaction,
  orderId: number,
  actor: Actor,
  shop: PaymentServices,
): Promise<boolean> {
  if (!shop.settings.get('complete_automatically')) return false
  const order = await lockOrder(trx, orderId)
  if (order?.status !== 'processing' || !(await isHandedOver(trx, order.id))) return false
  return (await completeOrder(trx, actor, { order, clearing: 'wait' }, shop)).ok
}

/**
 * Reopens a completed order whose payment was reversed (docs/plan §3, §11). Reverses its volume as in a cancellation;
 * goods and stock do not change. Runs before the ledger entry, because a completed order must be paid.
 */
export async function reopenOrder(
  trx: Transaction,
  actor: Actor,
  { order, reason }: { order: LockedOrder; reason: string },
  shop: PaymentServices,
): Promise<void> {
  await recordChange(trx, actor, { order, change: 'reopened', reason }, shop)
  await reverseVolume(trx, {
    order: { orderId: order.id },
    reversal: { kind: 'cancellation', by: 'payment_taken_back' },
    returnedAt: new Date(),
  })
}
