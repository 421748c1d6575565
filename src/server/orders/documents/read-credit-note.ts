import { type Cents, cents } from '#domain/money/money.ts'
import { calculateRefundable, listUnreversedPayments, type PaymentMethod } from '#domain/orders/balance.ts'
import { findLedger } from '#server/orders/payments/read-ledger.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findCreditNote } from './credit-note.queries.ts'

export type CreditNote = {
  number: number
  kind: 'return' | 'cancellation' | 'adjustment'
  createdAt: Date
  lines: { name: string; quantity: number; goodsCents: Cents }[]
  /** Value of the lines beyond the credited amount: agreed on with the customer, or credited before. */
  reductionCents: Cents
  goodsCents: Cents
  discountCents: Cents
  insuranceCents: Cents
  shippingCents: Cents
  taxCents: Cents
  amountCents: Cents
  refunds: { method: PaymentMethod; day: string; amountCents: Cents }[]
  /** Amount still to be refunded. */
  openCents: Cents
  /** Amount that reduced the balance of the order instead. */
  settledCents: Cents
}

/** Returns a credit note with its refunds; undefined if the order has none with that number. */
export async function readCreditNote(db: Database, orderId: number, number: number): Promise<CreditNote | undefined> {
  const [row, ledgerResult] = await Promise.all([findCreditNote(db, orderId, number), findLedger(db, orderId)])
  if (!row || !ledgerResult) return undefined
  const refunds = listUnreversedPayments(ledgerResult.ledger).filter(
    ({ kind, creditNoteId }) => kind === 'refunded' && creditNoteId === row.id,
  )
  const refundedCents = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const openCents =
    calculateRefundable(ledgerResult.ledger).creditNotes.find(({ id }) => id === row.id)?.refundableCents ?? 0
  const lines = row.lines.map(({ goods_cents, ...line }) => ({ ...line, goodsCents: cents(goods_cents) }))
  const lineCents = lines.reduce((sum, { goodsCents }) => sum + goodsCents, 0)
  return {
    number: row.number,
    kind: row.kind,
    createdAt: row.created_at,
    lines,
    reductionCents: cents(lines.length === 0 ? 0 : lineCents - row.goods_cents),
    goodsCents: cents(row.goods_cents),
    discountCents: cents(row.discount_cents),
    insuranceCents: cents(row.insurance_cents),
    shippingCents: cents(row.shipping_cents),
    taxCents: cents(row.tax_cents),
    amountCents: cents(row.amount_cents),
    refunds: refunds.map(({ method, valueDate, amountCents }) => ({ method, day: valueDate, amountCents })),
    openCents: cents(openCents),
    settledCents: cents(row.amount_cents - refundedCents - openCents),
  }
}
