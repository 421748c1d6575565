import {
  isHandedOverIn,
  type ShipmentLine,
  type ShipmentState,
  type ShipmentStep,
  shipmentSteps,
} from '#domain/fulfillment/state.ts'
import { type Result, refuse } from '#domain/result.ts'
import { type Actor, actorName } from '#server/audit/actor.ts'
import { recordAction } from '#server/audit/record-action.ts'
import { completeIfDue } from '#server/payment/complete-order.ts'
import type { PaymentServices } from '#server/payment/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { ShipmentId } from '#server/platform/database/tables.generated.ts'
import { type FulfillmentRow, type ShipmentRow, type StepDetails, writeStep } from './fulfillment.queries.ts'
import type { FulfillmentRefusal } from './fulfillment-refusal.ts'
import { packLines } from './pack-order.ts'

/** What a step is taken with: one shipment, lines that are packed for it, or whatever waits for it. */
export type StepChoice = {
  shipmentId?: number | undefined
  lines?: readonly ShipmentLine[] | undefined
}

/** A shipment that can take a step, of those that are live. */
type Waiting = Pick<ShipmentRow, 'lines' | 'state'> & { id: ShipmentId }

/**
 * The shipments that take a step. Named ones first; else lines are packed, as is all that is open if nothing packed
 * waits (docs/back-office §3: steps are skipped forward, never taken back).
 */
export async function chooseShipments(
  trx: Transaction,
  actor: Actor,
  order: FulfillmentRow,
  step: ShipmentStep,
  { shipmentId, lines }: StepChoice,
): Promise<Result<{ shipments: Waiting[] }, FulfillmentRefusal>> {
  if (shipmentId !== undefined) {
    const shipment = order.shipments.find(({ id }) => id === shipmentId)
    if (!shipment) return refuse({ code: 'unknown_shipment', shipmentId })
    if (!canTake(shipment.state, step))
      return refuse({ code: refusedFor(shipment.state, step), shipmentId, state: shipment.state })
    return { ok: true, shipments: [shipment] }
  }
  const waiting = order.shipments.filter(({ state }) => canTake(state, step))
  if (lines === undefined && waiting.length > 0) return { ok: true, shipments: waiting }
  if (step === 'delivered') return refuse({ code: 'nothing_open' })
  const packed = await packLines(trx, actor, order, lines)
  if (!packed.ok) return packed
  return { ok: true, shipments: [{ id: packed.shipmentId, lines: packed.lines, state: 'packed' }] }
}

/** From which states a step is taken: a parcel is delivered once somebody carries it. */
const takenFrom: Record<ShipmentStep, readonly ShipmentState[]> = {
  packed: [],
  ready_for_pickup: ['packed'],
  shipped: ['packed'],
  delivered: ['shipped'],
  picked_up: ['packed', 'ready_for_pickup'],
}
const canTake = (state: ShipmentState, step: ShipmentStep): boolean => takenFrom[step].includes(state)

const refusedFor = (state: ShipmentState, step: ShipmentStep): 'already_taken' | 'too_early' =>
  state === 'voided' || shipmentSteps.indexOf(state) >= shipmentSteps.indexOf(step) ? 'already_taken' : 'too_early'

/**
 * Records a step of the chosen shipments. An order of which nothing is here any more is completed if that is due: the
 * payment of most came before (docs/back-office §3).
 */
export async function recordSteps(
  trx: Transaction,
  actor: Actor,
  { order, shipments, details }: { order: FulfillmentRow; shipments: readonly Waiting[]; details: ForwardStep },
  shop: PaymentServices,
): Promise<void> {
  for (const shipment of shipments) await recordStep(trx, actor, order, shipment, details)
  if (isHandedOverIn(details.step)) await completeIfDue(trx, order.id, actor, shop)
}

type ForwardStep = Exclude<StepDetails, { step: 'voided' }>

/** Records a step of a shipment of a locked order, with its entry of the audit log. */
export async function recordStep(
  trx: Transaction,
  actor: Actor,
  order: FulfillmentRow,
  shipment: Waiting,
  details: StepDetails,
): Promise<void> {
  await writeStep(trx, shipment.id, actorName(actor), details)
  const { step, ...given } = details
  await recordAction(trx, actor, {
    action: `shipment.${step}`,
    subject: { kind: 'order', id: order.id },
    before: { shipment: shipment.id, state: shipment.state },
    after: { shipment: shipment.id, state: step, ...given },
    reason: details.step === 'voided' ? details.reason : undefined,
  })
}
