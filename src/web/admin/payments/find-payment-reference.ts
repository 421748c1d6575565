import { paymentReferenceOf, plainMemoCode } from '#domain/orders/payment-reference.ts'
import type { Notice } from './transaction-labels.ts'

/** Returns the payment reference in the memo that belongs to an order the transaction pays or may pay. */
export function referenceOf({
  memo,
  candidates,
  paid,
}: Pick<Notice, 'memo' | 'candidates' | 'paid'>): string | undefined {
  const written = plainMemoCode(memo.replaceAll(/[^\p{L}\p{N}]/gu, ''))
  return [...paid, ...candidates]
    .map(({ order_id }) => paymentReferenceOf(order_id))
    .find((code) => written.includes(code))
}
