import { type Cents, cents } from '#domain/money/money.ts'
import { points } from '#domain/money/points.ts'
import { calculateRemainingGoods } from '#domain/orders/adjustment.ts'
import {
  type CreditParts,
  proposeReturn,
  type ReturnedLine,
  type ReturnRefusal,
  sumCreditParts,
  withhold,
} from '#domain/orders/return.ts'
import { type Result, refuse } from '#domain/result.ts'
import { type PlannedReversal, planReversal } from '#server/compensation/count/reverse-volume.ts'
import { type LockedOrder, lockOrder } from '#server/orders/payments/lock-order.ts'
import { readLedger } from '#server/orders/payments/read-ledger.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findChargedBeside, findSoldLines, type SoldLineRow } from './return.queries.ts'

/** Goods that staff report as returned; positions refer to the order's lines. */
export type ReturnRequest = {
  orderId: number
  lines: readonly { position: number; quantity: number; restock: boolean }[]
  reason: string
  /** An amount other than the proposed one, with the reason. */
  credit?: { cents: Cents; reason: string } | undefined
}

export type PreparedLine = ReturnedLine & {
  name: string
  /** Items of the line returned before. This distinguishes a repeated confirmation from a second return. */
  returnedBefore: number
  /** Items among these that were never handed over. */
  notHandedOver: number
  /** Items to restock. */
  restocked: number
}

/** Everything that a return books, computed before anything is booked. */
export type PreparedReturn = {
  order: LockedOrder
  lines: PreparedLine[]
  /** Proposed amount: what was paid for the goods after the discount, with its tax, minus earlier credits. */
  proposedCents: Cents
  /** Earlier credits for these goods while the customer kept them (docs/decisions/0043). */
  creditedBeforeCents: Cents
  parts: CreditParts
  creditCents: Cents
  /** Proposed minus credited amount. */
  withheldCents: Cents
  /** Undefined if the order has not been counted, or never counts. */
  reverseVolume: PlannedReversal | undefined
}

export type ReturnGoodsRefusal =
  | { code: 'order_not_found' }
  | { code: 'canceled' }
  | { code: 'reason_required' }
  | { code: 'packed'; position: number }
  | { code: 'credit_too_large'; proposedCents: Cents }
  | { code: 'more_than_remains' }
  /** Negative because of rounding: its share of the discount exceeds its price. */
  | { code: 'credit_not_positive' }
  | ReturnRefusal

/** Locks the order and computes what a return of it would book (docs/back-office §3, Returns). */
export async function prepareReturn(
  trx: Transaction,
  request: ReturnRequest,
  at: Date,
): Promise<Result<{ prepared: PreparedReturn }, ReturnGoodsRefusal>> {
  if (request.reason.trim() === '') return refuse({ code: 'reason_required' })
  const order = await lockOrder(trx, request.orderId)
  if (!order) return refuse({ code: 'order_not_found' })
  if (order.status === 'canceled') return refuse({ code: 'canceled' })
  const [sold, beside, { creditNotes }] = await Promise.all([
    findSoldLines(trx, order.id),
    findChargedBeside(trx, order.id),
    readLedger(trx, order),
  ])
  const proposed = proposeReturn(
    {
      lines: sold.map(soldLine),
      remainingGoodsCents: calculateRemainingGoods(cents(order.sub_total_cents - order.discount_cents), creditNotes),
      shippingCents: cents(beside.shippingCents),
      insuranceCents: cents(beside.insuranceCents),
      shippingTaxCents: cents(beside.shippingTaxCents),
      isDispatched: beside.isDispatched,
    },
    request.lines,
  )
  if (!proposed.ok) return proposed
  if (proposed.totalCents < 0) return refuse({ code: 'credit_not_positive' })

  const lines: PreparedLine[] = []
  for (const line of proposed.lines) {
    const from = sold.find(({ position }) => position === line.position) as SoldLineRow
    // A line that appears twice in the request counts as one line, of which some items may be restocked.
    const forShelf = request.lines
      .filter(({ position, restock }) => position === line.position && restock)
      .reduce((pieces, { quantity }) => pieces + quantity, 0)
    // The customer's items are returned first; only the remaining ones were never handed over.
    const outside = from.handedOver - (from.returned - from.returnedStillHere)
    const notHandedOver = Math.max(0, line.quantity - outside)
    if (notHandedOver > from.quantity - from.returnedStillHere - from.handedOver - from.packed)
      return refuse({ code: 'packed', position: line.position })
    const restocked = Math.max(forShelf, notHandedOver)
    lines.push({ ...line, name: from.name, returnedBefore: from.returned, notHandedOver, restocked })
  }

  const withheldCents = cents(request.credit ? proposed.totalCents - request.credit.cents : 0)
  const isReasoned = withheldCents === 0 || request.credit?.reason.trim()
  if (withheldCents < 0 || withheldCents > proposed.totalCents || !isReasoned)
    return refuse({ code: 'credit_too_large', proposedCents: proposed.totalCents })
  const parts = withhold(proposed.parts, withheldCents)

  const { cvCents, pv } = proposed
  const planned =
    order.status === 'completed'
      ? await planReversal(trx, { orderId: order.id }, { kind: 'return', cvCents, pv }, at)
      : { ok: true as const, plan: undefined }
  if (!planned.ok) return planned
  return {
    ok: true,
    prepared: {
      order,
      lines,
      proposedCents: proposed.totalCents,
      creditedBeforeCents: proposed.creditedBeforeCents,
      parts,
      creditCents: sumCreditParts(parts),
      withheldCents,
      reverseVolume: planned.plan,
    },
  }
}

const soldLine = (row: SoldLineRow) => ({
  position: row.position,
  quantity: row.quantity,
  returned: row.returned,
  totalCents: cents(row.totalCents),
  discountCents: cents(row.discountCents),
  taxCents: cents(row.taxCents),
  cvCents: cents(row.cvCents),
  pv: points(row.pv),
})
