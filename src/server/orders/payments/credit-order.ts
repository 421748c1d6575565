import { type Cents, cents } from '#domain/money/money.ts'
import { moneyOf } from '#domain/orders/balance.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { CreditNoteId } from '#server/platform/database/tables.generated.ts'
import { type CreditNoteRow, findCreditNotes, insertCreditNote, takeCreditNoteNumber } from './ledger.queries.ts'
import type { LockedOrder } from './lock-order.ts'
import { readLedger } from './read-ledger.ts'

/** Parts of a credit note; the discount is subtracted. */
export type CreditParts = Record<'goods' | 'discount' | 'insurance' | 'shipping' | 'tax', Cents>

export type NewCreditNote = {
  kind: 'return' | 'cancellation' | 'adjustment'
  parts: CreditParts
  isNumbered: boolean
  reason: string
}

/**
 * Writes a credit note on an order that the caller has locked; its amount is zero for returns without a credit. Takes
 * the number last, because others wait for the next one until the transaction ends.
 */
export async function creditOrder(
  trx: Transaction,
  actor: Actor,
  { order, kind, parts, isNumbered, reason }: NewCreditNote & { order: LockedOrder },
): Promise<{ id: CreditNoteId; number: number | undefined; amountCents: Cents }> {
  const amountCents = computeAmount(parts)
  const number = isNumbered ? await takeCreditNoteNumber(trx) : undefined
  const id = await insertCreditNote(trx, {
    order_id: order.id,
    kind,
    number: number ?? null,
    amount_cents: amountCents,
    goods_cents: parts.goods,
    discount_cents: parts.discount,
    insurance_cents: parts.insurance,
    shipping_cents: parts.shipping,
    tax_cents: parts.tax,
    reason,
    made_by: formatActorName(actor),
  })
  await recordAction(trx, actor, {
    action: 'order.credited',
    subject: { kind: 'order', id: order.id },
    after: { credit_note: id, number, kind, amount_cents: amountCents },
    reason,
  })
  return { id, number, amountCents }
}

const computeAmount = ({ goods, discount, insurance, shipping, tax }: CreditParts): Cents =>
  cents(goods - discount + insurance + shipping + tax)

/**
 * Credits the uncredited rest of a canceled order (docs/back-office §3): with a numbered credit note if a payment had
 * been received, otherwise with an unnumbered cancellation.
 */
export async function creditRemaining(
  trx: Transaction,
  actor: Actor,
  order: LockedOrder,
  reason: string,
): Promise<void> {
  const [ledger, notes] = await Promise.all([readLedger(trx, order), findCreditNotes(trx, order.id)])
  const parts = computeUncreditedParts(order, notes)
  if (computeAmount(parts) === 0) return
  await creditOrder(trx, actor, {
    order,
    kind: 'cancellation',
    parts,
    isNumbered: moneyOf(ledger).receivedCents > 0,
    reason,
  })
}

/** Computes the uncredited amount of each part of the total. */
function computeUncreditedParts(order: LockedOrder, notes: readonly CreditNoteRow[]): CreditParts {
  const subtractCredits = (total: number, part: (note: CreditNoteRow) => number) =>
    cents(notes.reduce((remaining, note) => remaining - part(note), total))
  return {
    goods: subtractCredits(order.sub_total_cents, (note) => note.goods_cents),
    discount: subtractCredits(order.discount_cents, (note) => note.discount_cents),
    insurance: subtractCredits(order.insurance_cents, (note) => note.insurance_cents),
    shipping: subtractCredits(order.shipping_price_cents, (note) => note.shipping_cents),
    tax: subtractCredits(order.tax_cents, (note) => note.tax_cents),
  }
}

/**
 * Reverses the unnumbered cancellation of an order that is reinstated. Returns whether the order can be reinstated: no
 * other credit of a cancellation is reversed.
 */
export async function reverseCancellation(
  trx: Transaction,
  actor: Actor,
  order: LockedOrder,
  reason: string,
): Promise<boolean> {
  const notes = await findCreditNotes(trx, order.id)
  const reversedIds = new Set(notes.map(({ reverses_id }) => reverses_id))
  const activeNotes = notes.filter(({ id, kind }) => kind === 'cancellation' && !reversedIds.has(id))
  if (activeNotes.some(({ number }) => number !== null)) return false
  for (const note of activeNotes) {
    await insertCreditNote(trx, {
      order_id: order.id,
      kind: 'reinstatement',
      amount_cents: 0 - note.amount_cents,
      goods_cents: 0 - note.goods_cents,
      discount_cents: 0 - note.discount_cents,
      insurance_cents: 0 - note.insurance_cents,
      shipping_cents: 0 - note.shipping_cents,
      tax_cents: 0 - note.tax_cents,
      reverses_id: note.id,
      reason,
      made_by: formatActorName(actor),
    })
  }
  return true
}
