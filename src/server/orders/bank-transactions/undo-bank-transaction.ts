import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { correctPayment } from '#server/orders/payments/correct-payment.ts'
import { lockOrder } from '#server/orders/payments/lock-order.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import {
  type BankTransactionPayment,
  findBankTransaction,
  findBookedPayments,
  lockBankTransaction,
  writeSetAside,
} from './bank-transaction.queries.ts'
import { refuseStaleTransaction } from './refuse-stale-transaction.ts'

export type UndoBankTransactionRefusal =
  | { code: 'not_found' }
  | { code: 'reason_required' }
  | { code: 'nothing_to_undo' }
  /** Other payments have been booked from it since, for example. */
  | { code: 'stale' }

/**
 * Undoes a bank transaction: its payments are reversed by correcting entries (docs/back-office §3), which reopen an
 * order that was completed because of them; one that was set aside is open again. `expectedVersion` is the version
 * shown to the clerk, so payments booked since are never reversed.
 */
export async function undoBankTransaction(
  trx: Transaction,
  actor: Actor,
  input: { bankTransactionId: number; reason: string; expectedVersion?: string | undefined },
  shop: PaymentServices,
): Promise<Result<{ orderIds: OrderId[] }, UndoBankTransactionRefusal>> {
  const reason = input.reason.trim()
  if (reason === '') return refuse({ code: 'reason_required' })
  if (!(await findBankTransaction(trx, input.bankTransactionId))) return refuse({ code: 'not_found' })
  // Locks all orders first, in ascending order, and then the bank transaction. Payments that another clerk has undone
  // are no longer found.
  const bookedPayments = await findBookedPayments(trx, input.bankTransactionId)
  for (const { orderId } of bookedPayments) await lockOrder(trx, orderId)
  const transaction = await lockBankTransaction(trx, input.bankTransactionId)
  if (!transaction) return refuse({ code: 'not_found' })
  const stale = await refuseStaleTransaction(trx, transaction, input.expectedVersion)
  if (stale) return stale
  const payments = await findBookedPayments(trx, input.bankTransactionId)
  if (payments.length === 0 && transaction.state !== 'set_aside') return refuse({ code: 'nothing_to_undo' })
  // Only the orders of these payments are locked.
  if (!isSame(payments, bookedPayments)) return refuse({ code: 'stale' })
  for (const { paymentId, orderId } of payments) {
    const result = await correctPayment(trx, actor, { paymentId, reason }, shop)
    // Cannot fail: the order is locked, and the payment was received and not corrected.
    if (!result.ok) throw new Error(`payment ${paymentId} of order ${orderId} cannot be undone: ${result.refusal.code}`)
  }
  if (transaction.state === 'set_aside') await writeSetAside(trx, transaction.id, undefined)
  const bookedCents = payments.reduce((sum, { amountCents }) => sum + amountCents, 0)
  await recordAction(trx, actor, {
    action: 'bank_transaction.reopened',
    subject: { kind: 'bank_transaction', id: transaction.id },
    before: transaction.state === 'set_aside' ? { state: 'set_aside' } : { booked_cents: bookedCents },
    after: { state: 'open', open_cents: transaction.amountCents },
    reason,
  })
  return { ok: true, orderIds: payments.map(({ orderId }) => orderId) }
}

const isSame = (a: readonly BankTransactionPayment[], b: readonly BankTransactionPayment[]): boolean =>
  a.length === b.length && a.every(({ paymentId }, index) => paymentId === b[index]?.paymentId)
