import type { FastifyInstance } from 'fastify'
import {
  deliverOrderCall,
  packOrderCall,
  pickUpOrderCall,
  readyForPickupCall,
  shipOrderCall,
  voidShipmentCall,
} from '#contract/orders/admin-changes.ts'
import type { Result } from '#domain/result.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { deliverOrder } from '#server/orders/fulfillment/deliver-order.ts'
import type { FulfillmentRefusal } from '#server/orders/fulfillment/fulfillment-refusal.ts'
import { packOrder } from '#server/orders/fulfillment/pack-order.ts'
import { pickUpOrder } from '#server/orders/fulfillment/pick-up-order.ts'
import { readyForPickup } from '#server/orders/fulfillment/ready-for-pickup.ts'
import { shipOrder } from '#server/orders/fulfillment/ship-order.ts'
import { voidShipment } from '#server/orders/fulfillment/void-shipment.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { fulfillmentProblem } from './order-management.errors.ts'
import { respondWithOrder } from './require-managed-order.errors.ts'
import { withPositions } from './with-positions.ts'

/** Routes for an order's goods (docs/back-office §3, Fulfillment); each call responds with the current order. */
export function orderShipmentRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)

  async function takeStep(orderId: number, step: (trx: Transaction) => Promise<Result<unknown, FulfillmentRefusal>>) {
    const result = await inTransaction(db, step)
    return respondWithOrder(services, orderId, result, fulfillmentProblem)
  }

  const findCheckHoldDays = ({ uncleared }: { uncleared?: boolean | undefined }) =>
    uncleared ? undefined : services.settings.get('check_hold_days')

  serve(app, packOrderCall, permitted(packOrderCall), ({ params: { order_id: orderId }, body, caller }) =>
    takeStep(orderId, (trx) =>
      withPositions(trx, orderId, body.lines, (lines) =>
        packOrder(trx, caller.actor, {
          orderId,
          expectedVersion: body.expected_version,
          checkHoldDays: findCheckHoldDays(body),
          lines,
        }),
      ),
    ),
  )

  serve(app, readyForPickupCall, permitted(readyForPickupCall), ({ params: { order_id: orderId }, body, caller }) =>
    takeStep(orderId, (trx) =>
      withPositions(trx, orderId, body.lines, (lines) =>
        readyForPickup(
          trx,
          caller.actor,
          {
            orderId,
            expectedVersion: body.expected_version,
            checkHoldDays: findCheckHoldDays(body),
            shipmentId: body.shipment_id,
            lines,
          },
          services,
        ),
      ),
    ),
  )

  serve(app, shipOrderCall, permitted(shipOrderCall), ({ params: { order_id: orderId }, body, caller }) =>
    takeStep(orderId, (trx) =>
      withPositions(trx, orderId, body.lines, (lines) =>
        shipOrder(
          trx,
          caller.actor,
          {
            orderId,
            expectedVersion: body.expected_version,
            checkHoldDays: findCheckHoldDays(body),
            shipmentId: body.shipment_id,
            lines,
            carrier: body.carrier,
            trackingNumber: body.tracking_number,
          },
          services,
        ),
      ),
    ),
  )

  serve(app, deliverOrderCall, permitted(deliverOrderCall), ({ params: { order_id: orderId }, body, caller }) =>
    takeStep(orderId, (trx) =>
      deliverOrder(
        trx,
        caller.actor,
        { orderId, expectedVersion: body.expected_version, shipmentId: body.shipment_id },
        services,
      ),
    ),
  )

  serve(app, pickUpOrderCall, permitted(pickUpOrderCall), ({ params: { order_id: orderId }, body, caller }) =>
    takeStep(orderId, (trx) =>
      withPositions(trx, orderId, body.lines, (lines) =>
        pickUpOrder(
          trx,
          caller.actor,
          {
            orderId,
            expectedVersion: body.expected_version,
            checkHoldDays: findCheckHoldDays(body),
            shipmentId: body.shipment_id,
            lines,
            name: body.picked_up_by,
          },
          services,
        ),
      ),
    ),
  )

  serve(app, voidShipmentCall, permitted(voidShipmentCall), ({ params: { order_id: orderId }, body, caller }) =>
    takeStep(orderId, (trx) =>
      voidShipment(trx, caller.actor, {
        orderId,
        expectedVersion: body.expected_version,
        shipmentId: body.shipment_id,
        reason: body.reason,
      }),
    ),
  )
}
