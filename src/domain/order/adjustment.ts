import { type Cents, cents } from '../money.ts'
import type { LedgerCreditNote } from './balance.ts'

/** A credit note with what of it is for goods, after the discount; negative for a reinstatement. */
export type GoodsCredit = Pick<LedgerCreditNote, 'kind' | 'amountCents'> & { goodsCents: Cents }

/**
 * What of an order's goods no credit note has credited yet. `goodsCents`: all of them after the discount, without tax,
 * shipping and insurance.
 */
export const remainingGoods = (goodsCents: Cents, notes: readonly GoodsCredit[]): Cents =>
  cents(notes.reduce((remaining, note) => remaining - note.goodsCents, goodsCents as number))

/**
 * How much more may be credited for goods that stay with the customer (docs/decisions/0100). `aloneCents`: what one
 * person refunds alone, of an order's adjustments together; undefined where nobody else could approve.
 */
export function mostAdjusted(goodsCents: Cents, notes: readonly GoodsCredit[], aloneCents: Cents | undefined): Cents {
  const remaining = remainingGoods(goodsCents, notes)
  if (aloneCents === undefined) return cents(Math.max(0, remaining))
  const before = notes.reduce((sum, { kind, amountCents }) => sum + (kind === 'adjustment' ? amountCents : 0), 0)
  return cents(Math.max(0, Math.min(remaining, aloneCents - before)))
}
