import { encodePaymentReference, normalizePaymentReference } from '#domain/orders/payment-reference.ts'
import type { BankTransaction } from './transaction-labels.ts'

/** Returns the payment reference in the memo that belongs to an order the transaction pays or may pay. */
export function findPaymentReference({
  memo,
  candidates,
  paid,
}: Pick<BankTransaction, 'memo' | 'candidates' | 'paid'>): string | undefined {
  const compactMemo = normalizePaymentReference(memo.replaceAll(/[^\p{L}\p{N}]/gu, ''))
  return [...paid, ...candidates]
    .map(({ order_id }) => encodePaymentReference(order_id))
    .find((code) => compactMemo.includes(code))
}
