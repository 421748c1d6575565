import type { ShipmentState } from '#domain/fulfillment/state.ts'

/** Reason why a fulfillment step was refused. */
export type FulfillmentRefusal =
  | { code: 'not_found' }
  | { code: 'order_canceled' }
  /** Another step was taken first, or this one was requested twice. */
  | { code: 'stale' }
  /** There is nothing left for this step. */
  | { code: 'nothing_open' }
  | { code: 'line_not_found'; position: number }
  | { code: 'more_than_open'; position: number; open: number }
  | { code: 'shipment_not_found'; shipmentId: number }
  /** Several shipments await this step; the caller must choose one. */
  | { code: 'shipment_required'; shipmentIds: number[] }
  /** The step, or a later one, was taken before. */
  | { code: 'step_already_taken'; shipmentId: number; state: ShipmentState }
  /** The previous step has not been taken yet. */
  | { code: 'step_too_early'; shipmentId: number; state: ShipmentState }
  | { code: 'is_pickup' }
  | { code: 'is_delivery' }
  | { code: 'tracking_number_invalid' }
  | { code: 'tracking_number_taken'; shipmentId: number }
  | { code: 'reason_required' }
  /** The order is paid by a check that may still bounce, and the caller did not override that. */
  | { code: 'not_cleared'; clearsOn: string }
