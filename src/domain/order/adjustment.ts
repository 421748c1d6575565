import { type Cents, cents } from '../money.ts'
import { balanceOf, type LedgerCreditNote, type Money } from './balance.ts'

/**
 * A credit note with what of it is for goods, after the discount; negative for a reinstatement. Of a return: what the
 * goods were worth that came back, less what adjustments had credited of it, whatever staff withheld.
 */
export type GoodsCredit = Pick<LedgerCreditNote, 'kind' | 'amountCents'> & { goodsCents: Cents }

/**
 * What of an order's goods no credit note has credited yet. `goodsCents`: all of them after the discount, without tax,
 * shipping and insurance.
 */
export const remainingGoods = (goodsCents: Cents, notes: readonly GoodsCredit[]): Cents =>
  cents(notes.reduce((remaining, note) => remaining - note.goodsCents, goodsCents as number))

/** What an adjustment is measured by. `aloneCents`: what one person refunds alone; undefined where nobody else could approve. */
export type AdjustedOrder = {
  goodsCents: Cents
  money: Money
  notes: readonly GoodsCredit[]
  aloneCents: Cents | undefined
}

/**
 * How much more may be credited for goods that stay with the customer (docs/decisions/0100): of all adjustments of an
 * order together what one person refunds alone, and of an order that nothing was received for not all that is to be paid.
 */
export function mostAdjusted({ goodsCents, money, notes, aloneCents }: AdjustedOrder): Cents {
  const most = [remainingGoods(goodsCents, notes) as number]
  if (money.receivedCents - money.refundedCents <= 0) most.push(balanceOf(money) - 1)
  if (aloneCents !== undefined) {
    const before = notes.reduce((sum, { kind, amountCents }) => sum + (kind === 'adjustment' ? amountCents : 0), 0)
    most.push(aloneCents - before)
  }
  return cents(Math.max(0, Math.min(...most)))
}
