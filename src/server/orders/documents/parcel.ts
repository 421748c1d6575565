import { findRemainingLines } from '#domain/fulfillment/order-parcels.ts'
import type { ShipmentLine } from '#domain/fulfillment/state.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Database } from '#server/platform/database/connection.ts'
import {
  type DocumentOrder,
  type DocumentShipment,
  findDocumentOrders,
  findOrdersOfShipments,
} from './document.queries.ts'

/** Contents of one packing slip and one label. */
export type Parcel = {
  order: DocumentOrder
  shipment: DocumentShipment
  /** Its number among the parcels of the order, from 1; undefined if it is the only one. */
  number: number | undefined
  lines: readonly ShipmentLine[]
  /** Goods that are neither in this parcel nor already handed over. */
  remaining: readonly ShipmentLine[]
}

export type DocumentNotFound = { code: 'not_found'; ids: number[] }

/** Finds the parcels of shipments, in the sequence of the IDs in the request. */
export async function findParcels(
  db: Database,
  shipmentIds: readonly number[],
): Promise<Result<{ parcels: Parcel[] }, DocumentNotFound>> {
  const orderIds = new Map((await findOrdersOfShipments(db, shipmentIds)).map(({ id, order_id }) => [id, order_id]))
  const unknown = shipmentIds.filter((id) => !orderIds.has(id))
  if (unknown.length > 0) return refuse({ code: 'not_found', ids: unknown })
  const orders = await findDocumentOrders(db, [...new Set(orderIds.values())])
  const parcels = shipmentIds.map((id) => {
    const order = orders.find((candidate) => candidate.id === orderIds.get(id)) as DocumentOrder
    return toParcel(order, order.shipments.find((candidate) => candidate.id === id) as DocumentShipment)
  })
  return { ok: true, parcels }
}

/** Finds orders, in the sequence of the IDs in the request. */
export async function findOrders(
  db: Database,
  orderIds: readonly number[],
): Promise<Result<{ orders: DocumentOrder[] }, DocumentNotFound>> {
  const ordersById = new Map((await findDocumentOrders(db, orderIds)).map((order) => [order.id, order]))
  const unknown = orderIds.filter((id) => !ordersById.has(id))
  if (unknown.length > 0) return refuse({ code: 'not_found', ids: unknown })
  return { ok: true, orders: orderIds.map((id) => ordersById.get(id) as DocumentOrder) }
}

export const listShippableLines = (order: DocumentOrder): ShipmentLine[] =>
  order.lines.map(({ position, shippable }) => ({ position, quantity: shippable }))

function toParcel(order: DocumentOrder, shipment: DocumentShipment): Parcel {
  const remaining = findRemainingLines(listShippableLines(order), order.shipments, shipment)
  const isOnly = order.shipments.length === 1 && remaining.length === 0
  const number = isOnly ? undefined : order.shipments.indexOf(shipment) + 1
  return { order, shipment, number, lines: shipment.lines, remaining }
}
