import type { ShipmentState } from '#domain/fulfillment/state.ts'

/** Why a step of fulfillment is not taken. */
export type FulfillmentRefusal =
  | { code: 'unknown_order' }
  | { code: 'canceled' }
  /** Somebody took another step meanwhile, or this one was asked for twice. */
  | { code: 'steps_changed'; stepsTaken: number }
  /** Nothing waits for this step. */
  | { code: 'nothing_open' }
  | { code: 'unknown_line'; position: number }
  | { code: 'more_than_open'; position: number; open: number }
  | { code: 'unknown_shipment'; shipmentId: number }
  /** Several wait for this step; somebody says which. */
  | { code: 'which_shipment'; shipmentIds: number[] }
  /** The step was taken before, or one further. */
  | { code: 'already_taken'; shipmentId: number; state: ShipmentState }
  /** The step before is not taken yet. */
  | { code: 'too_early'; shipmentId: number; state: ShipmentState }
  | { code: 'not_a_delivery' }
  | { code: 'not_a_pickup' }
  | { code: 'bad_tracking_number' }
  | { code: 'known_tracking_number'; shipmentId: number }
  | { code: 'no_reason' }
  /** It is paid by a check that may still bounce, and nobody said that it leaves all the same. */
  | { code: 'not_cleared'; clearsOn: string }
