import { type Cents, cents } from '#domain/money/money.ts'
import { balanceOf, type LedgerCreditNote, type Money } from './balance.ts'

/**
 * A credit note with its part for goods, after the discount; negative for a reinstatement. For a return: the value of
 * the returned goods, less earlier adjustments for them, regardless of withheld amounts.
 */
export type GoodsCredit = Pick<LedgerCreditNote, 'kind' | 'amountCents'> & { goodsCents: Cents }

/**
 * The part of an order's goods that no credit note covers yet. `goodsCents`: all goods after the discount, without tax,
 * shipping and insurance.
 */
export const calculateRemainingGoods = (goodsCents: Cents, notes: readonly GoodsCredit[]): Cents =>
  cents(notes.reduce((remaining, note) => remaining - note.goodsCents, goodsCents as number))

/**
 * The inputs for the limit of an adjustment. `aloneCents`: the one-person refund limit; undefined if there is no other
 * approver.
 */
export type AdjustedOrder = {
  goodsCents: Cents
  money: Money
  notes: readonly GoodsCredit[]
  aloneCents: Cents | undefined
}

/**
 * The maximum further credit for goods that stay with the customer (docs/decisions/0043): all adjustments of an order
 * together may not exceed the one-person refund limit, and an order without payments must keep an amount due.
 */
export function calculateMaxAdjustment({ goodsCents, money, notes, aloneCents }: AdjustedOrder): Cents {
  const limits = [calculateRemainingGoods(goodsCents, notes) as number]
  if (money.receivedCents - money.refundedCents <= 0) limits.push(balanceOf(money) - 1)
  if (aloneCents !== undefined) {
    const adjustedBefore = notes.reduce(
      (sum, { kind, amountCents }) => sum + (kind === 'adjustment' ? amountCents : 0),
      0,
    )
    limits.push(aloneCents - adjustedBefore)
  }
  return cents(Math.max(0, Math.min(...limits)))
}
