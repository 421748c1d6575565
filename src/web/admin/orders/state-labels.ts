import type { FulfillmentState } from '#domain/fulfillment/state.ts'
import type { PaymentState } from '#domain/orders/balance.ts'
import type { OrderStatus } from '#domain/orders/status.ts'
import type { StateTone } from '../ui/StateDot.tsx'

/** A state label for staff; `waiting` means that staff have to act. */
export type StateLabel = { label: string; tone: StateTone }

/** States of an order, shared by lists and the order page. */
export type OrderStates = { status: OrderStatus; payment_state: PaymentState; fulfillment_state: FulfillmentState }

export const statusLabels: Record<OrderStatus, string> = {
  processing: 'Processing',
  completed: 'Completed',
  canceled: 'Canceled',
}

export const paymentLabels: Record<PaymentState, string> = {
  unpaid: 'Unpaid',
  partly_paid: 'Partly paid',
  paid: 'Paid',
  overpaid: 'Overpaid',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
}

export const fulfillmentLabels: Record<FulfillmentState, string> = {
  unfulfilled: 'Not packed',
  packed: 'Packed',
  ready_for_pickup: 'Ready for pickup',
  shipped: 'Shipped',
  delivered: 'Delivered',
  picked_up: 'Picked up',
  partly_packed: 'Partly packed',
  partly_ready_for_pickup: 'Partly ready for pickup',
  partly_shipped: 'Partly shipped',
  partly_delivered: 'Partly delivered',
  partly_picked_up: 'Partly picked up',
}

const statusTones: Record<OrderStatus, StateTone> = { processing: 'waiting', completed: 'good', canceled: 'idle' }

export const statusLabel = ({ status }: Pick<OrderStates, 'status'>): StateLabel => ({
  label: statusLabels[status],
  tone: statusTones[status],
})

/**
 * `credited`: sum of all credit notes. `clears_on`: date on which the check that pays the order clears; null when none
 * is pending.
 */
type PaymentLabelInput = Omit<OrderStates, 'fulfillment_state'> & { credited?: number; clears_on?: string | null }

export function paymentLabel({ status, payment_state, credited = 0, clears_on = null }: PaymentLabelInput): StateLabel {
  if (payment_state === 'paid' && clears_on !== null) return { label: 'Paid, not cleared', tone: 'waiting' }
  // An excess on a canceled or credited order is a refund due, not an overpayment.
  const isRefundDue = payment_state === 'overpaid' && (status === 'canceled' || credited > 0)
  return {
    label: isRefundDue ? 'Refund due' : paymentLabels[payment_state],
    tone: paymentTone(status, payment_state),
  }
}

function paymentTone(status: OrderStatus, state: PaymentState): StateTone {
  if (state === 'overpaid') return 'bad'
  if (state === 'paid') return 'good'
  if (state === 'refunded' || state === 'partly_refunded') return 'idle'
  // A canceled order owes nothing; a completed order that became unpaid, as by a bounced check, does.
  return status === 'canceled' ? 'idle' : 'waiting'
}

export const fulfillmentLabel = ({ status, fulfillment_state }: Omit<OrderStates, 'payment_state'>): StateLabel => ({
  // A canceled order is not waiting to be packed.
  label: status === 'canceled' && fulfillment_state === 'unfulfilled' ? '–' : fulfillmentLabels[fulfillment_state],
  tone: fulfillmentTone(status, fulfillment_state),
})

function fulfillmentTone(status: OrderStatus, state: FulfillmentState): StateTone {
  if (state === 'shipped' || state === 'delivered' || state === 'picked_up') return 'good'
  return status === 'processing' ? 'waiting' : 'idle'
}
