import { sql, type UpdateObject } from 'kysely'
import type { Carrier } from '#domain/fulfillment/carriers.ts'
import type { ShipmentLine, ShipmentState } from '#domain/fulfillment/state.ts'
import type { OrderStatus } from '#domain/orders/status.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { orderSteps } from '#server/platform/database/order-version-facts.ts'
import type { OrderId, ShipmentId, Tables } from '#server/platform/database/tables.generated.ts'

export type ShipmentRow = {
  id: ShipmentId
  state: ShipmentState
  carrier: Carrier | null
  tracking_number: string
  lines: ShipmentLine[]
}

export type FulfillmentRow = {
  id: OrderId
  type: 'D' | 'P'
  status: OrderStatus
  paid_at: Date | null
  first_name: string
  last_name: string
  /** Shippable quantity of each line. */
  ordered: ShipmentLine[]
  /** Shipments in order of creation, voided ones included. */
  shipments: ShipmentRow[]
  /** Steps of all shipments, voided ones included; each step and each edit adds one (docs/decisions/0091). */
  steps_taken: number
}

/** Locks the order against every other change until the transaction ends; returns it with all its shipments. */
export async function lockFulfillment(trx: Transaction, orderId: number): Promise<FulfillmentRow | undefined> {
  // Two statements: only the second sees what others packed while this one waited for the lock.
  await sql`select from orders where id = ${orderId} for update`.execute(trx)
  return findFulfillment(trx, orderId)
}

export async function findFulfillment(
  db: Database | Transaction,
  orderId: number,
): Promise<FulfillmentRow | undefined> {
  const { rows } = await sql<FulfillmentRow>`
    select id, type, status, paid_at, first_name, last_name,
      (select coalesce(json_agg(json_build_object('position', line_position, 'quantity', shippable)
          order by line_position), '[]')
         from shippable_order_lines(orders.id)) as ordered,
      (select coalesce(json_agg(json_build_object('id', shipment.id, 'state', shipment.state,
          'carrier', shipment.carrier, 'tracking_number', shipment.tracking_number, 'lines', (
            select coalesce(json_agg(json_build_object('position', line.position, 'quantity', line.quantity)
              order by line.position), '[]')
              from shipment_lines line where line.shipment_id = shipment.id)) order by shipment.id), '[]')
         from shipments shipment where shipment.order_id = orders.id) as shipments,
      ${orderSteps} as steps_taken
      from orders where id = ${orderId}`.execute(db)
  return rows[0]
}

/** Packs lines of a locked order into a new shipment. */
export async function insertShipment(
  trx: Transaction,
  orderId: OrderId,
  kind: 'delivery' | 'pickup',
  packedBy: string,
  lines: readonly ShipmentLine[],
): Promise<ShipmentId> {
  const { id } = await trx
    .insertInto('shipments')
    .values({ order_id: orderId, kind, packed_by: packedBy })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('shipment_lines')
    .values(lines.map(({ position, quantity }) => ({ shipment_id: id, order_id: orderId, position, quantity })))
    .execute()
  return id
}

/** Data recorded with a step, besides actor and time. */
export type StepDetails =
  | { step: 'ready_for_pickup' | 'delivered' }
  | { step: 'shipped'; carrier: Carrier | null; trackingNumber: string }
  | { step: 'picked_up'; name: string }
  | { step: 'voided'; reason: string }

export async function writeStep(
  trx: Transaction,
  id: ShipmentId,
  actorName: string,
  details: StepDetails,
): Promise<void> {
  await trx.updateTable('shipments').set(toStepColumns(actorName, details)).where('id', '=', id).execute()
}

function toStepColumns(actorName: string, details: StepDetails): UpdateObject<Tables, 'shipments'> {
  const now = sql<Date>`now()`
  switch (details.step) {
    case 'ready_for_pickup':
      return { ready_at: now, ready_by: actorName }
    case 'delivered':
      return { delivered_at: now, delivered_by: actorName }
    case 'shipped':
      return {
        shipped_at: now,
        shipped_by: actorName,
        carrier: details.carrier,
        tracking_number: details.trackingNumber,
      }
    case 'picked_up':
      return { picked_up_at: now, picked_up_by: actorName, picked_up_name: details.name }
    case 'voided':
      return { voided_at: now, voided_by: actorName, void_reason: details.reason }
  }
}
