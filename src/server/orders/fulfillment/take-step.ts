import {
  hasLeftShop,
  type ShipmentLine,
  type ShipmentState,
  type ShipmentStep,
  shipmentSteps,
} from '#domain/fulfillment/state.ts'
import { type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { completeIfDue } from '#server/orders/payments/complete-order.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { ShipmentId } from '#server/platform/database/tables.generated.ts'
import { type FulfillmentRow, type ShipmentRow, type StepDetails, writeStep } from './fulfillment.queries.ts'
import type { FulfillmentRefusal } from './fulfillment-refusal.ts'
import { packLines } from './pack-order.ts'

/** Target of a step: one shipment, lines to pack for it, or everything that awaits it. */
export type StepChoice = {
  shipmentId?: number | undefined
  lines?: readonly ShipmentLine[] | undefined
}

/** A live shipment that can take a step. */
type LiveShipment = Pick<ShipmentRow, 'lines' | 'state'> & { id: ShipmentId }

/**
 * Chooses the shipments that take a step. Named ones first; otherwise lines are packed, as is everything open if no
 * packed shipment waits (docs/back-office §3: steps may be skipped forward, never reversed).
 */
export async function chooseShipments(
  trx: Transaction,
  actor: Actor,
  order: FulfillmentRow,
  step: ShipmentStep,
  { shipmentId, lines }: StepChoice,
): Promise<Result<{ shipments: LiveShipment[] }, FulfillmentRefusal>> {
  if (shipmentId !== undefined) {
    const shipment = order.shipments.find(({ id }) => id === shipmentId)
    if (!shipment) return refuse({ code: 'shipment_not_found', shipmentId })
    if (!canTake(shipment.state, step))
      return refuse({ code: findRefusalCode(shipment.state, step), shipmentId, state: shipment.state })
    return { ok: true, shipments: [shipment] }
  }
  const candidates = order.shipments.filter(({ state }) => canTake(state, step))
  if (lines === undefined && candidates.length > 0) return { ok: true, shipments: candidates }
  if (step === 'delivered') return refuse({ code: 'nothing_open' })
  const result = await packLines(trx, actor, order, lines)
  if (!result.ok) return result
  return { ok: true, shipments: [{ id: result.shipmentId, lines: result.lines, state: 'packed' }] }
}

/** States from which each step is possible: a parcel is delivered only once a carrier has it. */
const previousStates: Record<ShipmentStep, readonly ShipmentState[]> = {
  packed: [],
  ready_for_pickup: ['packed'],
  shipped: ['packed'],
  delivered: ['shipped'],
  picked_up: ['packed', 'ready_for_pickup'],
}
const canTake = (state: ShipmentState, step: ShipmentStep): boolean => previousStates[step].includes(state)

const findRefusalCode = (state: ShipmentState, step: ShipmentStep): 'step_already_taken' | 'step_too_early' =>
  state === 'voided' || shipmentSteps.indexOf(state) >= shipmentSteps.indexOf(step)
    ? 'step_already_taken'
    : 'step_too_early'

/**
 * Records a step for the chosen shipments. An order with no goods left on site is completed if due; most have already
 * been paid (docs/back-office §3).
 */
export async function recordSteps(
  trx: Transaction,
  actor: Actor,
  { order, shipments, details }: { order: FulfillmentRow; shipments: readonly LiveShipment[]; details: ForwardStep },
  shop: PaymentServices,
): Promise<void> {
  for (const shipment of shipments) await recordStep(trx, actor, order, shipment, details)
  if (hasLeftShop(details.step)) await completeIfDue(trx, order.id, actor, shop)
}

type ForwardStep = Exclude<StepDetails, { step: 'voided' }>

/** Records a step for a shipment of a locked order, with its audit log entry. */
export async function recordStep(
  trx: Transaction,
  actor: Actor,
  order: FulfillmentRow,
  shipment: LiveShipment,
  details: StepDetails,
): Promise<void> {
  await writeStep(trx, shipment.id, formatActorName(actor), details)
  const { step, ...stepDetails } = details
  await recordAction(trx, actor, {
    action: `shipment.${step}`,
    subject: { kind: 'order', id: order.id },
    before: { shipment: shipment.id, state: shipment.state },
    after: { shipment: shipment.id, state: step, ...stepDetails },
    reason: details.step === 'voided' ? details.reason : undefined,
  })
}
