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
import { findOtherCharges, findSoldLines, type SoldLineRow } from './return.queries.ts'

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
  | { code: 'not_found' }
  /** It is canceled, and so credited in full. */
  | { code: 'nothing_to_return' }
  | { code: 'reason_required' }
  | { code: 'line_packed'; position: number }
  | { code: 'credit_too_large'; proposedCents: Cents }
  | { code: 'more_than_remains' }
  /** Negative because of rounding: its share of the discount exceeds its price. */
  | { code: 'credit_not_positive' }
  | ReturnRefusal

/** Locks the order and computes what a return of it would book (docs/back-office §3, Returns). */
export async function prepareReturn(
  trx: Transaction,
  request: ReturnRequest,
  now: Date,
): Promise<Result<{ prepared: PreparedReturn }, ReturnGoodsRefusal>> {
  if (request.reason.trim() === '') return refuse({ code: 'reason_required' })
  const order = await lockOrder(trx, request.orderId)
  if (!order) return refuse({ code: 'not_found' })
  if (order.status === 'canceled') return refuse({ code: 'nothing_to_return' })
  const [soldLines, charges, { creditNotes }] = await Promise.all([
    findSoldLines(trx, order.id),
    findOtherCharges(trx, order.id),
    readLedger(trx, order),
  ])
  const proposal = proposeReturn(
    {
      lines: soldLines.map(toSoldLine),
      remainingGoodsCents: calculateRemainingGoods(cents(order.sub_total_cents - order.discount_cents), creditNotes),
      shippingCents: cents(charges.shippingCents),
      insuranceCents: cents(charges.insuranceCents),
      shippingTaxCents: cents(charges.shippingTaxCents),
      isDispatched: charges.isDispatched,
    },
    request.lines,
  )
  if (!proposal.ok) return proposal
  if (proposal.totalCents < 0) return refuse({ code: 'credit_not_positive' })

  const lines: PreparedLine[] = []
  for (const line of proposal.lines) {
    const soldLine = soldLines.find(({ position }) => position === line.position) as SoldLineRow
    // A line that appears twice in the request counts as one line, of which some items may be restocked.
    const restockQuantity = request.lines
      .filter(({ position, restock }) => position === line.position && restock)
      .reduce((pieces, { quantity }) => pieces + quantity, 0)
    // The customer's items are returned first; only the remaining ones were never handed over.
    const outside = soldLine.handedOver - (soldLine.returned - soldLine.returnedStillHere)
    const notHandedOver = Math.max(0, line.quantity - outside)
    if (notHandedOver > soldLine.quantity - soldLine.returnedStillHere - soldLine.handedOver - soldLine.packed)
      return refuse({ code: 'line_packed', position: line.position })
    const restocked = Math.max(restockQuantity, notHandedOver)
    lines.push({ ...line, name: soldLine.name, returnedBefore: soldLine.returned, notHandedOver, restocked })
  }

  const withheldCents = cents(request.credit ? proposal.totalCents - request.credit.cents : 0)
  const hasReason = withheldCents === 0 || request.credit?.reason.trim()
  if (withheldCents < 0 || withheldCents > proposal.totalCents || !hasReason)
    return refuse({ code: 'credit_too_large', proposedCents: proposal.totalCents })
  const parts = withhold(proposal.parts, withheldCents)

  const { cvCents, pv } = proposal
  const reversal =
    order.status === 'completed'
      ? await planReversal(trx, { orderId: order.id }, { kind: 'return', cvCents, pv }, now)
      : { ok: true as const, plan: undefined }
  if (!reversal.ok) return reversal
  return {
    ok: true,
    prepared: {
      order,
      lines,
      proposedCents: proposal.totalCents,
      creditedBeforeCents: proposal.creditedBeforeCents,
      parts,
      creditCents: sumCreditParts(parts),
      withheldCents,
      reverseVolume: reversal.plan,
    },
  }
}

const toSoldLine = (row: SoldLineRow) => ({
  position: row.position,
  quantity: row.quantity,
  returned: row.returned,
  totalCents: cents(row.totalCents),
  discountCents: cents(row.discountCents),
  taxCents: cents(row.taxCents),
  cvCents: cents(row.cvCents),
  pv: points(row.pv),
})
