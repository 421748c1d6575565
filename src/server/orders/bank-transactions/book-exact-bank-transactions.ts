import { type Cents, cents } from '#domain/money/money.ts'
import { balanceOf, moneyOf } from '#domain/orders/balance.ts'
import type { Result } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { lockOrder } from '#server/orders/payments/lock-order.ts'
import { readLedger } from '#server/orders/payments/read-ledger.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { BankTransactionId, OrderId, PaymentId } from '#server/platform/database/tables.generated.ts'
import { type BankTransactionRow, findBankTransactions, findBookings } from './bank-transaction.queries.ts'
import { computeTransactionVersion } from './bank-transaction-version.ts'
import { bookBankTransaction } from './book-bank-transaction.ts'
import { matchUnbooked } from './list-bank-transactions.ts'
import { readOrderIndex } from './read-order-index.ts'

const PAGE_SIZE = 1_000

type ExactMatch = {
  transaction: BankTransactionRow
  orderId: OrderId
  /** The open amount. */
  amountCents: Cents
}
export type ExactBooking = {
  bankTransactionId: BankTransactionId
  paymentId: PaymentId
  orderId: OrderId
  amountCents: Cents
  /** Version of the bank transaction after this booking; undefined if earlier payments were booked from it, too. */
  version: string | undefined
}

/**
 * Books the open bank transactions that match exactly, in one transaction (docs/back-office §3, Notices): all of them,
 * or the ones that staff chose. If two name the same order, the older one pays it and the other is no longer exact.
 * Bank transactions that changed in the meantime are skipped.
 */
export async function bookExactBankTransactions(
  trx: Transaction,
  actor: Actor,
  { only }: { only?: readonly number[] | undefined },
  shop: PaymentServices,
): Promise<Result<{ booked: ExactBooking[] }, never>> {
  const exact = await findExact(trx, only)
  const exactBookings = [...exact.values()].sort((a, b) => a.orderId - b.orderId)
  // Locks all orders first, in ascending order of their numbers, and then the bank transactions.
  const unchanged: ExactMatch[] = []
  for (const booking of exactBookings) {
    const order = await lockOrder(trx, booking.orderId)
    if (!order) continue
    // Applies to canceled orders, too, if money is due for them again.
    if (balanceOf(moneyOf(await readLedger(trx, order))) === booking.amountCents) unchanged.push(booking)
  }
  const earlier = await findBookings(
    trx,
    unchanged.map(({ transaction }) => transaction.id),
  )
  const bookings: ExactBooking[] = []
  for (const { transaction, orderId, amountCents } of unchanged) {
    const bankTransactionId = transaction.id
    const paymentIds = earlier
      .filter((payment) => payment.bankTransactionId === bankTransactionId)
      .map(({ paymentId }) => paymentId)
    const expectedVersion = computeTransactionVersion({ ...transaction, paymentIds })
    const outcome = await bookBankTransaction(
      trx,
      actor,
      { bankTransactionId, shares: [{ orderId, amountCents }], expectedVersion },
      shop,
    )
    if (!outcome.ok) continue
    for (const paymentId of outcome.paymentIds) {
      const booked = { ...transaction, state: 'booked', bookedCents: amountCents, paymentIds: [paymentId] } as const
      const version = paymentIds.length === 0 ? computeTransactionVersion(booked) : undefined
      bookings.push({ bankTransactionId, paymentId, orderId, amountCents, version })
    }
  }
  return { ok: true, booked: bookings }
}

/**
 * Maps each order to the oldest bank transaction that pays it exactly; considers all of them, regardless of their
 * number.
 */
async function findExact(trx: Transaction, only: readonly number[] | undefined): Promise<Map<number, ExactMatch>> {
  const exact = new Map<number, ExactMatch>()
  let transactions: BankTransactionRow[] | undefined = await findBankTransactions(trx, 'open', { limit: PAGE_SIZE })
  while (transactions && transactions.length > 0) {
    const index = await readOrderIndex(trx)
    for (const transaction of transactions) {
      if (only && !only.includes(transaction.id)) continue
      const { sort, candidates } = matchUnbooked(transaction, index)
      const orderId = candidates[0]?.orderId as OrderId | undefined
      // Newest first, so that an older one replaces it.
      if (sort === 'exact' && orderId !== undefined) {
        const amountCents = cents(transaction.amountCents - transaction.bookedCents)
        exact.set(orderId, { transaction, orderId, amountCents })
      }
    }
    transactions =
      transactions.length < PAGE_SIZE
        ? undefined
        : await findBankTransactions(trx, 'open', { limit: PAGE_SIZE, before: transactions.at(-1)?.id })
  }
  return exact
}
