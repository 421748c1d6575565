import { formatCents } from '#domain/money/money.ts'
import { type Result, refuse } from '#domain/result.ts'
import { reverseVolume } from '#server/compensation/count/reverse-volume.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { completeIfDue } from '#server/orders/payments/complete-order.ts'
import { creditOrder } from '#server/orders/payments/credit-order.ts'
import { lockOrder } from '#server/orders/payments/lock-order.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { GoodsReturnId, OrderId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { returnStock } from '#server/stock/return-stock.ts'
import { type PreparedReturn, prepareReturn, type ReturnGoodsRefusal, type ReturnRequest } from './prepare-return.ts'
import { previewReturn, type ReturnPreview, type ReturnServices } from './preview-return.ts'
import { findLastChange, insertReturn, lockMonth, refreshFulfillment } from './return.queries.ts'

export type BookedReturn = { returnId: GoodsReturnId; creditNoteNumber: number | undefined; preview: ReturnPreview }

export type ConfirmReturnRefusal =
  | ReturnGoodsRefusal
  /** It would book something other than the preview. */
  | { code: 'stale'; preview: ReturnPreview }
  /** It would book what was previewed, but concurrent orders changed the figures each time. */
  | { code: 'concurrent_changes' }

/** Orders completed at the same moment make a preview stale, even if its contents are unchanged. */
const MAX_ATTEMPTS = 5

/**
 * Books returned goods exactly as previewed: the credit note, stock, points and bonuses (docs/back-office §3). If a
 * line of the preview has changed, books nothing and returns the new preview.
 */
export async function returnGoods(
  services: ReturnServices,
  actor: Actor,
  { preview: previewHash, ...request }: ReturnRequest & { preview: string },
  now: Date,
): Promise<Result<BookedReturn, ConfirmReturnRefusal>> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const result = await previewReturn(services, request, now)
    if (!result.ok) return result
    const { preview } = result
    if (preview.hash !== previewHash) return refuse({ code: 'stale', preview })
    const booking = await inTransaction(services.db, (trx) => bookReturn(trx, actor, request, preview, services, now))
    if (booking.ok) return { ...booking, preview }
    if (booking.refusal.code !== 'stale') return refuse(booking.refusal)
  }
  return refuse({ code: 'concurrent_changes' })
}

async function bookReturn(
  trx: Transaction,
  actor: Actor,
  request: ReturnRequest,
  preview: ReturnPreview,
  shop: PaymentServices,
  now: Date,
): Promise<Result<Omit<BookedReturn, 'preview'>, ReturnGoodsRefusal | { code: 'stale' }>> {
  if (!(await lockOrder(trx, request.orderId))) return refuse({ code: 'not_found' })
  if (preview.network) {
    await lockMonth(trx, preview.network.month)
    if ((await findLastChange(trx)) !== preview.lastChange) return refuse({ code: 'stale' })
  }
  const result = await prepareReturn(trx, request, now)
  if (!result.ok) return result
  const { prepared } = result
  if (!matchesPreview(prepared, preview)) return refuse({ code: 'stale' })

  const { order, lines } = prepared
  const note = await creditOrder(trx, actor, {
    order,
    kind: 'return',
    parts: {
      goods: prepared.parts.goodsCents,
      discount: prepared.parts.discountCents,
      shipping: prepared.parts.shippingCents,
      insurance: prepared.parts.insuranceCents,
      tax: prepared.parts.taxCents,
    },
    isNumbered: true,
    reason: request.reason,
  })
  const returnId = await writeReturn(trx, actor, order.id, request, prepared, note.id)
  await returnStock(trx, actor, {
    orderId: order.id,
    kind: 'return',
    lines: lines.map(({ position, restocked }) => ({ position, quantity: restocked })),
    reason: request.reason,
  })
  await refreshFulfillment(trx, order.id)
  if (prepared.reverseVolume) {
    const { cvCents, pv } = prepared.reverseVolume.reversed
    const reversal = await reverseVolume(trx, {
      order: { orderId: order.id },
      reversal: { kind: 'return', cvCents, pv },
      returnedAt: now,
    })
    if (!reversal.ok) throw new Error(`order ${order.id}: ${reversal.refusal.code}`)
  }
  await recordAction(trx, actor, {
    action: 'order.returned',
    subject: { kind: 'order', id: order.id },
    after: {
      return: returnId,
      credit_note: note.number,
      amount_cents: note.amountCents,
      withheld_cents: prepared.withheldCents,
      credited_before_cents: prepared.creditedBeforeCents,
      lines: lines.map(({ position, quantity, restocked }) => ({ position, quantity, restocked })),
    },
    reason: request.reason,
  })
  await shop.jobs.queue(trx, 'mail', [{ mail: 'order_returned', return_id: returnId }])
  // The rest of the order may now be handed over and paid.
  await completeIfDue(trx, order.id, actor, shop)
  return { ok: true, returnId, creditNoteNumber: note.number }
}

function matchesPreview(
  { lines, parts, reverseVolume: plannedReversal }: PreparedReturn,
  preview: ReturnPreview,
): boolean {
  const serialize = (contents: Pick<ReturnPreview, 'lines' | 'parts' | 'month'>) =>
    JSON.stringify([contents.lines, contents.parts, contents.month])
  return serialize({ lines, parts, month: plannedReversal?.month }) === serialize(preview)
}

function describeWithheld(
  { credit }: ReturnRequest,
  { withheldCents, creditedBeforeCents }: Pick<PreparedReturn, 'withheldCents' | 'creditedBeforeCents'>,
): string | null {
  const reasons = [
    ...(creditedBeforeCents > 0 ? [`${formatCents(creditedBeforeCents)} was credited before`] : []),
    ...(withheldCents > 0 && credit ? [credit.reason] : []),
  ]
  return reasons.length === 0 ? null : reasons.join('; ')
}

function writeReturn(
  trx: Transaction,
  actor: Actor,
  orderId: OrderId,
  request: ReturnRequest,
  { lines, withheldCents, creditedBeforeCents, reverseVolume: plannedReversal }: PreparedReturn,
  creditNoteId: Parameters<typeof insertReturn>[1]['credit_note_id'],
): Promise<GoodsReturnId> {
  const row = {
    order_id: orderId,
    credit_note_id: creditNoteId,
    reason: request.reason,
    // Value of the lines beyond the credit.
    withheld_cents: withheldCents + creditedBeforeCents,
    credited_before_cents: creditedBeforeCents,
    withheld_reason: describeWithheld(request, { withheldCents, creditedBeforeCents }),
    was_counted: plannedReversal !== undefined,
    made_by: formatActorName(actor),
  }
  return insertReturn(
    trx,
    row,
    lines.map((line) => ({
      position: line.position,
      quantity: line.quantity,
      not_handed_over: line.notHandedOver,
      restocked: line.restocked === line.quantity,
      goods_cents: line.goodsCents,
      discount_cents: line.discountCents,
      tax_cents: line.taxCents,
      cv_cents: line.cvCents,
      pv: line.pv,
    })),
  )
}
