import { shopDayOf } from '#domain/calendar/month.ts'
import { findOpenLines, type ShipmentLine } from '#domain/fulfillment/state.ts'
import { findFullClearingDate } from '#domain/orders/balance.ts'
import { type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { findLedger } from '#server/orders/payments/read-ledger.ts'
import { refuseStale } from '#server/orders/refuse-stale.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { ShipmentId } from '#server/platform/database/tables.generated.ts'
import { type FulfillmentRow, insertShipment, lockFulfillment } from './fulfillment.queries.ts'
import type { FulfillmentRefusal } from './fulfillment-refusal.ts'

/** Order of a step, with its version shown to the caller: if it has changed since, nothing is done. */
export type StepTarget = {
  orderId: number
  expectedVersion?: string | undefined
  /**
   * Hold period of checks, in days: the step is refused while a check of a paid order may still bounce. Undefined
   * disables this.
   */
  checkHoldDays?: number | undefined
}

export type PackedShipment = { shipmentId: ShipmentId; lines: ShipmentLine[] }

/** Packs lines of an order, or everything open, into one shipment (docs/back-office §3, Fulfillment). */
export async function packOrder(
  trx: Transaction,
  actor: Actor,
  { lines, ...target }: StepTarget & { lines?: readonly ShipmentLine[] | undefined },
): Promise<Result<PackedShipment & { isPaid: boolean }, FulfillmentRefusal>> {
  const fulfillment = await openFulfillment(trx, target)
  if (!fulfillment.ok) return fulfillment
  const clearanceRefusal = await refuseUncleared(trx, fulfillment.order, target)
  if (clearanceRefusal) return clearanceRefusal
  const result = await packLines(trx, actor, fulfillment.order, lines)
  return result.ok ? { ...result, isPaid: fulfillment.order.paid_at !== null } : result
}

/** Locks the order; refuses if nothing of it needs fulfillment. */
export async function openFulfillment(
  trx: Transaction,
  { orderId, expectedVersion }: StepTarget,
): Promise<Result<{ order: FulfillmentRow }, FulfillmentRefusal>> {
  const order = await lockFulfillment(trx, orderId)
  if (!order) return refuse({ code: 'not_found' })
  const stale = await refuseStale(trx, order.id, expectedVersion)
  if (stale) return stale
  return order.status === 'canceled' ? refuse({ code: 'order_canceled' }) : { ok: true, order }
}

/** Refuses if the order is paid by a check that may still bounce. */
export async function refuseUncleared(
  trx: Transaction,
  { id, paid_at }: FulfillmentRow,
  { checkHoldDays }: StepTarget,
): Promise<ReturnType<typeof refuse<FulfillmentRefusal>> | undefined> {
  if (checkHoldDays === undefined || paid_at === null) return undefined
  const ledgerResult = await findLedger(trx, id)
  const clearsOn = ledgerResult && findFullClearingDate(ledgerResult.ledger, shopDayOf(Date.now()), checkHoldDays)
  return clearsOn === undefined ? undefined : refuse({ code: 'not_cleared', clearsOn })
}

export async function packLines(
  trx: Transaction,
  actor: Actor,
  order: FulfillmentRow,
  requested: readonly ShipmentLine[] | undefined,
): Promise<Result<PackedShipment, FulfillmentRefusal>> {
  const open = findOpenLines(order.ordered, order.shipments)
  if (open.length === 0) return refuse({ code: 'nothing_open' })
  const lines = requested ? mergeLines(requested) : open
  if (lines.length === 0) return refuse({ code: 'nothing_open' })
  for (const { position, quantity } of lines) {
    if (!order.ordered.some((line) => line.position === position)) return refuse({ code: 'line_not_found', position })
    const remaining = open.find((line) => line.position === position)?.quantity ?? 0
    if (quantity > remaining) return refuse({ code: 'more_than_open', position, open: remaining })
  }
  const kind = order.type === 'D' ? 'delivery' : 'pickup'
  const shipmentId = await insertShipment(trx, order.id, kind, formatActorName(actor), lines)
  await recordAction(trx, actor, {
    action: 'shipment.packed',
    subject: { kind: 'order', id: order.id },
    after: { shipment: shipmentId, lines },
  })
  return { ok: true, shipmentId, lines }
}

/** Merges lines that are named twice. */
function mergeLines(lines: readonly ShipmentLine[]): ShipmentLine[] {
  const quantities = new Map<number, number>()
  for (const { position, quantity } of lines) quantities.set(position, (quantities.get(position) ?? 0) + quantity)
  return [...quantities].map(([position, quantity]) => ({ position, quantity }))
}
