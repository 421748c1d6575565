import type { FulfillmentState, ShipmentStep } from '#domain/fulfillment/state.ts'
import type { PaymentMethod } from '#domain/order/balance.ts'
import type { Order } from './order.ts'

/** How an order's status reads on pages and on paper. */
export const statusNames: Record<Order['status'], string> = {
  processing: 'Processing',
  completed: 'Completed',
  canceled: 'Canceled',
}

export const paymentNames: Record<PaymentMethod, string> = {
  quickpay: 'Quick Pay',
  check: 'Check',
  cash: 'Cash',
  card: 'Card',
  other: 'Another way',
}

/** There is nothing to pay, and so no method, payment reference or due date. */
export const isFree = ({ order_total }: Pick<Order, 'order_total'>): boolean => order_total === 0

/** By what the buyer pays, with the card that is charged. */
export function paymentName({ payment, order_total }: Pick<Order, 'payment' | 'order_total'>): string {
  if (isFree({ order_total })) return 'Nothing to pay'
  return [paymentNames[payment.payment_type], payment.card_type, payment.card_number].filter(Boolean).join(' ')
}

/** How a customer can say that an order was paid, in the order they choose from. */
export const claimMethods = ['quickpay', 'check', 'cash', 'other'] as const

/** To who has said so already: they are not asked again (docs/back-office §3). */
export const claimedSentence = (claimed_at: string): string =>
  `You told us on ${dayOf(claimed_at)} that you paid. We are looking for your payment.`

const stepNames: Record<ShipmentStep, string> = {
  packed: 'Packed',
  ready_for_pickup: 'Ready for pickup',
  shipped: 'Shipped',
  delivered: 'Delivered',
  picked_up: 'Picked up',
}

/** `Shipped`, `Partly shipped`; undefined as long as nothing is packed. */
function fulfillmentName(state: FulfillmentState): string | undefined {
  if (state === 'unfulfilled') return undefined
  const [part, step] = state.startsWith('partly_') ? ['Partly ', state.slice('partly_'.length)] : ['', state]
  const name = stepNames[step as ShipmentStep]
  return part === '' ? name : part + name.toLowerCase()
}

type OrderState = Pick<Order, 'status' | 'payment_state' | 'fulfillment_state'>

/** By status: how far the order is paid, where the status does not say it. */
const paymentStateNames: Record<Order['status'], Partial<Record<Order['payment_state'], string>>> = {
  processing: {
    unpaid: 'Awaiting payment',
    partly_paid: 'Partly paid',
    paid: 'Paid',
    overpaid: 'Refund due',
    partly_refunded: 'Partly refunded',
    refunded: 'Refunded',
  },
  completed: { overpaid: 'Refund due', partly_refunded: 'Partly refunded', refunded: 'Refunded' },
  canceled: { overpaid: 'Refund due', partly_refunded: 'Partly refunded', refunded: 'Refunded' },
}

/** What the status leaves open of payment and goods: `Partly paid · Shipped`; empty where it says all. */
export const statesBeside = ({ status, payment_state, fulfillment_state }: OrderState): string =>
  [
    paymentStateNames[status][payment_state],
    // What is completed was handed over; what was packed of a canceled order never left.
    status === 'processing' ? fulfillmentName(fulfillment_state) : undefined,
  ]
    .filter((word) => word !== undefined)
    .join(' · ')

/** `Tax (NY 8.875%)`, with the rates where they are known. */
export function taxLabel(taxes: Order['taxes']): string {
  const rates = taxes.flatMap(({ state, percent }) => (percent === null ? [] : [`${state} ${percent}%`]))
  return rates.length > 0 ? `Tax (${rates.join(', ')})` : 'Tax'
}

/** `Discount (10%)`, with the percentage where one was given. */
export const discountLabel = ({ discount_percent }: Pick<Order, 'discount_percent'>): string =>
  discount_percent === null ? 'Discount' : `Discount (${discount_percent}%)`

/** `Tax exempt (certificate NJ 123-456)`; undefined for orders that are taxed. */
export const exemptionLabel = ({ tax_certificate: certificate }: Pick<Order, 'tax_certificate'>): string | undefined =>
  certificate === null ? undefined : `Tax exempt (certificate ${certificate.state} ${certificate.number})`

/** In the shop's zone, so that server and browser write the same day wherever they are. */
export const orderDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' })

/** The day of an instant, as everybody reads it: `March 4, 2026`. */
export const dayOf = (instant: string): string => orderDay.format(new Date(instant))

/** A day without an hour, `YYYY-MM-DD`, likewise. */
export const calendarDay = (day: string): string => orderDay.format(new Date(`${day}T12:00:00Z`))

/** By status; completed orders are paid, whatever their record says. */
const waitsForPayment: Record<Order['status'], boolean> = { processing: true, completed: false, canceled: false }

/** Whether the buyer still has to pay. */
export const isToBePaid = ({ status, payment, balance }: Pick<Order, 'status' | 'payment' | 'balance'>): boolean =>
  waitsForPayment[status] && payment.paid_at === null && balance > 0 && payment.payment_type !== 'card'

/** Until when to pay, and what becomes of the order unless somebody does, where anything does. */
export function dueSentences(dueOn: string, cancelsAt: string | null): [due: string, otherwise?: string] {
  const due = `Due by ${calendarDay(dueOn)}.`
  if (cancelsAt === null) return [due]
  return [due, `If nothing has arrived by then, the order is canceled on ${dayOf(cancelsAt)} at noon.`]
}

const means: Record<PaymentMethod, string> = {
  quickpay: 'by Quick Pay',
  check: 'by check',
  cash: 'in cash',
  card: 'by card',
  other: 'in another way',
}

/** In a sentence: `by Quick Pay`, `in cash`. */
export const meansOf = (method: PaymentMethod): string => means[method]

/** The ways by which what stands was received, the first first; none where nothing was. */
export function methodsReceived({ ledger }: Pick<Order, 'ledger'>): PaymentMethod[] {
  const received = new Map<PaymentMethod, number>()
  for (const { kind, method, change } of ledger) {
    if (method === null || kind === 'refunded' || (kind === 'correction' && change < 0)) continue
    received.set(method, (received.get(method) ?? 0) - Math.round(change * 100))
  }
  return [...received].filter(([, cents]) => cents > 0).map(([method]) => method)
}

/**
 * `Paid on March 4, 2026 by Quick Pay`, whatever the buyer had chosen; undefined for orders that are not paid. What was
 * paid before there was a ledger has no other way than the chosen one.
 */
export function paidSentence(order: Pick<Order, 'payment' | 'ledger' | 'order_total'>): string | undefined {
  const { paid_on, payment_type } = order.payment
  const methods = methodsReceived(order)
  if (paid_on === null || (isFree(order) && methods.length === 0)) return undefined
  return `Paid on ${calendarDay(paid_on)} ${(methods.length > 0 ? methods : [payment_type]).map(meansOf).join(' and ')}`
}

/** `Memo code K7M2QX`, by which a payment is recognised; undefined where a card was charged, or nothing is to be paid. */
export const memoSentence = (order: Pick<Order, 'memo_code' | 'payment' | 'order_total'>): string | undefined =>
  order.payment.payment_type === 'card' || isFree(order) ? undefined : `Memo code ${order.memo_code}`

/** Where and when an order can be picked up; has words even for a shop that has set neither. */
export function pickupLines(address: string, hours: string): string[] {
  const lines = [...address.split('\n'), hours].filter((line) => line !== '')
  return lines.length > 0 ? lines : ['At our counter']
}
