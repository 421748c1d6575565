import { cleanLine } from '#domain/bank-transactions/parsed-transaction.ts'
import { type Cents, cents } from '#domain/money/money.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { bookPayment, type FarAboveBalance } from '#server/orders/payments/book-payment.ts'
import { lockOrder } from '#server/orders/payments/lock-order.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { PaymentId } from '#server/platform/database/tables.generated.ts'
import {
  type BankTransactionRow,
  type BankTransactionState,
  findToday,
  lockBankTransaction,
  markConfirmed,
} from './bank-transaction.queries.ts'
import { refuseStaleTransaction } from './refuse-stale-transaction.ts'

const MAX_REFERENCE_LENGTH = 100

/** Without an amount, everything open of the bank transaction. */
type PaymentShare = { orderId: number; amountCents?: Cents | undefined }

export type BookBankTransactionRefusal =
  | { code: 'not_found' }
  | { code: 'order_not_found'; orderId: number }
  /** Another clerk, or an earlier submission of this form, has changed it. */
  | { code: 'stale' }
  | { code: 'bank_transaction_not_open'; state: BankTransactionState }
  | { code: 'amount_required' }
  | { code: 'duplicate_order'; orderId: number }
  | { code: 'more_than_transaction'; openCents: Cents }
  | FarAboveBalance

/**
 * Books a bank transaction as the payment of an order, or splits it over several (docs/back-office §3, Notices). Never
 * books more than its amount, even concurrently. `expectedVersion` is the version shown to the clerk.
 */
export async function bookBankTransaction(
  trx: Transaction,
  actor: Actor,
  booking: {
    bankTransactionId: number
    shares: readonly PaymentShare[]
    expectedVersion?: string | undefined
    isConfirmed?: boolean | undefined
  },
  shop: PaymentServices,
): Promise<Result<{ paymentIds: PaymentId[]; openCents: Cents }, BookBankTransactionRefusal>> {
  const shares = [...booking.shares].sort((a, b) => a.orderId - b.orderId)
  if (shares.length === 0) return refuse({ code: 'amount_required' })
  const duplicate = shares.find(({ orderId }, index) => shares[index + 1]?.orderId === orderId)
  if (duplicate) return refuse({ code: 'duplicate_order', orderId: duplicate.orderId })
  // Orders are locked before bank transactions, as by every other entry of their ledgers.
  for (const { orderId } of shares) {
    if (!(await lockOrder(trx, orderId))) return refuse({ code: 'order_not_found', orderId })
  }
  const transaction = await lockBankTransaction(trx, booking.bankTransactionId)
  if (!transaction) return refuse({ code: 'not_found' })
  const stale = await refuseStaleTransaction(trx, transaction, booking.expectedVersion)
  if (stale) return stale
  if (transaction.state !== 'open') return refuse({ code: 'bank_transaction_not_open', state: transaction.state })
  const openCents = cents(transaction.amountCents - transaction.bookedCents)
  const amounts = shares.map(({ amountCents }) => amountCents ?? openCents)
  if (amounts.some((amount) => amount <= 0)) return refuse({ code: 'amount_required' })
  const bookedCents = cents(amounts.reduce((sum, amount) => sum + amount, 0))
  if (bookedCents > openCents) return refuse({ code: 'more_than_transaction', openCents })

  // Booking it by hand confirms that the money was received.
  if (transaction.isUnconfirmed) await markConfirmed(trx, transaction.id)
  const paymentIds: PaymentId[] = []
  for (const [index, { orderId }] of shares.entries()) {
    const { isConfirmed } = booking
    const payment = {
      orderId,
      amountCents: amounts[index] as Cents,
      isConfirmed,
      ...(await makePaymentDetails(trx, transaction)),
    }
    const result = await bookPayment(trx, actor, payment, shop)
    if (!result.ok && result.refusal.code === 'confirmation_required') return refuse(result.refusal)
    // Cannot fail: the order is locked, the amount is positive and the day is not in the future.
    if (!result.ok)
      throw new Error(
        `bank transaction ${transaction.id} cannot be booked for order ${orderId}: ${result.refusal.code}`,
      )
    paymentIds.push(result.paymentId)
  }
  await recordAction(trx, actor, {
    action: 'bank_transaction.booked',
    subject: { kind: 'bank_transaction', id: transaction.id },
    before: { open_cents: openCents, ...(transaction.isUnconfirmed && { undecided: true }) },
    after: {
      open_cents: openCents - bookedCents,
      orders: shares.map(({ orderId }, index) => ({
        order: orderId,
        amount_cents: amounts[index],
        payment: paymentIds[index],
      })),
    },
  })
  return { ok: true, paymentIds, openCents: cents(openCents - bookedCents) }
}

async function makePaymentDetails(trx: Transaction, transaction: BankTransactionRow) {
  const today = await findToday(trx)
  return {
    method: /\bcheck\b/i.test(transaction.source) ? ('check' as const) : ('quickpay' as const),
    reference: cleanLine(transaction.bankId ?? transaction.memo, MAX_REFERENCE_LENGTH),
    // Banks date pending transactions to the day on which the money will arrive.
    valueDate: transaction.valueDate !== null && transaction.valueDate <= today ? transaction.valueDate : today,
    bankTransactionId: transaction.id,
  }
}
