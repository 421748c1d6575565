import type { FulfillmentState } from '#domain/fulfillment/state.ts'
import type { PaymentState } from '#domain/order/balance.ts'
import type { OrderStatus } from '#domain/order/status.ts'
import type { StateTone } from '../ui/StateDot.tsx'

/** A state as staff read it; `waiting`: somebody behind the counter has to do something. */
export type StateWord = { words: string; tone: StateTone }

/** How far an order is, as lists and its own page have it. */
export type OrderStates = { status: OrderStatus; payment_state: PaymentState; fulfillment_state: FulfillmentState }

export const statusWords: Record<OrderStatus, string> = {
  processing: 'Processing',
  completed: 'Completed',
  canceled: 'Canceled',
}

export const paymentWords: Record<PaymentState, string> = {
  unpaid: 'Unpaid',
  partly_paid: 'Partly paid',
  paid: 'Paid',
  overpaid: 'Overpaid',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
}

export const fulfillmentWords: Record<FulfillmentState, string> = {
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

export const statusWord = ({ status }: Pick<OrderStates, 'status'>): StateWord => ({
  words: statusWords[status],
  tone: statusTones[status],
})

/** `credited`: by all credit notes. `clears_on`: when the check clears by which it is paid; null where none is waited for. */
type PaymentFacts = Omit<OrderStates, 'fulfillment_state'> & { credited?: number; clears_on?: string | null }

export function paymentWord({ status, payment_state, credited = 0, clears_on = null }: PaymentFacts): StateWord {
  if (payment_state === 'paid' && clears_on !== null) return { words: 'Paid, not cleared', tone: 'waiting' }
  // Of a canceled order nothing is kept, and of one that was credited what came back: nobody paid too much.
  const isRefundDue = payment_state === 'overpaid' && (status === 'canceled' || credited > 0)
  return {
    words: isRefundDue ? 'Refund due' : paymentWords[payment_state],
    tone: paymentTone(status, payment_state),
  }
}

function paymentTone(status: OrderStatus, state: PaymentState): StateTone {
  if (state === 'overpaid') return 'bad'
  if (state === 'paid') return 'good'
  if (state === 'refunded' || state === 'partly_refunded') return 'idle'
  // What is canceled owes nothing; what was completed and is unpaid by now, as by a bounced check, does.
  return status === 'canceled' ? 'idle' : 'waiting'
}

export const fulfillmentWord = ({ status, fulfillment_state }: Omit<OrderStates, 'payment_state'>): StateWord => ({
  // Nothing of a canceled order waits to be packed.
  words: status === 'canceled' && fulfillment_state === 'unfulfilled' ? '–' : fulfillmentWords[fulfillment_state],
  tone: fulfillmentTone(status, fulfillment_state),
})

function fulfillmentTone(status: OrderStatus, state: FulfillmentState): StateTone {
  if (state === 'shipped' || state === 'delivered' || state === 'picked_up') return 'good'
  return status === 'processing' ? 'waiting' : 'idle'
}
