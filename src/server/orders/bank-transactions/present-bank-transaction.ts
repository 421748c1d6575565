import type { BankTransaction } from '#contract/orders/bank-transactions.ts'
import { cents, toDollars } from '#domain/money/money.ts'
import type { BankTransactionBooking, ProposedOrder } from './bank-transaction.queries.ts'
import { computeTransactionVersion } from './bank-transaction-version.ts'
import type { ListedBankTransaction } from './list-bank-transactions.ts'

const dollars = (value: number) => toDollars(cents(value))

export type BankTransactionContext = {
  bookings: readonly BankTransactionBooking[]
  proposed: ReadonlyMap<number, ProposedOrder>
}

export function presentBankTransaction(
  transaction: ListedBankTransaction,
  { bookings, proposed }: BankTransactionContext,
): BankTransaction {
  const payments = bookings.filter(({ bankTransactionId }) => bankTransactionId === transaction.id)
  return {
    id: transaction.id,
    version: computeTransactionVersion({
      ...transaction,
      paymentIds: payments.map(({ paymentId }) => paymentId),
    }),
    state: transaction.state,
    amount: dollars(transaction.amountCents),
    open: dollars(transaction.openCents),
    value_date: transaction.valueDate,
    payer: transaction.payer,
    memo: transaction.memo,
    bank_id: transaction.bankId,
    source: transaction.source,
    unconfirmed: transaction.isUnconfirmed,
    set_aside_reason: transaction.setAsideReason,
    set_aside_by: transaction.setAsideBy,
    imported_at: transaction.importedAt.toISOString(),
    match: transaction.match?.sort ?? null,
    candidates: (transaction.match?.candidates ?? []).flatMap(({ orderId, reason }) => {
      const order = proposed.get(orderId)
      return order ? [{ order_id: orderId, reason, name: order.name, balance: dollars(order.balanceCents) }] : []
    }),
    paid: payments.map(({ paymentId, orderId, amountCents, madeBy }) => ({
      payment_id: paymentId,
      order_id: orderId,
      amount: dollars(amountCents),
      created_by: madeBy,
    })),
  }
}
