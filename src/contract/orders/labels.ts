import type { FulfillmentState, ShipmentStep } from '#domain/fulfillment/state.ts'
import type { PaymentMethod } from '#domain/orders/balance.ts'
import type { Order } from './calls.ts'

/** Labels of order statuses on pages and documents. */
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
  other: 'Other',
}

/** Returns whether there is nothing to pay, and so no method, payment reference or due date. */
export const isFree = ({ order_total }: Pick<Order, 'order_total'>): boolean => order_total === 0

/** Label of the buyer's payment method, with the charged card. */
export function paymentName({ payment, order_total }: Pick<Order, 'payment' | 'order_total'>): string {
  if (isFree({ order_total })) return 'Nothing to pay'
  return [paymentNames[payment.payment_type], payment.card_type, payment.card_number].filter(Boolean).join(' ')
}

/** Payment methods that a customer can claim, in display order. */
export const claimMethods = ['quickpay', 'check', 'cash', 'other'] as const

/** Shown instead of the form to customers with an open claim (docs/back-office §3). */
export const claimedMessage = (claimed_at: string): string =>
  `You told us on ${formatOrderDay(claimed_at)} that you sent payment. We’re looking for it.`

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

/** Labels of payment states by status, if the status does not imply them. */
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

/** Payment and fulfillment labels that the status does not imply: `Partly paid · Shipped`; empty if there are none. */
export const secondaryStateLabels = ({ status, payment_state, fulfillment_state }: OrderState): string =>
  [
    paymentStateNames[status][payment_state],
    // Completed orders were handed over, and packed goods of a canceled order never left.
    status === 'processing' ? fulfillmentName(fulfillment_state) : undefined,
  ]
    .filter((label) => label !== undefined)
    .join(' · ')

/** `Tax (NY 8.875%)`, with the rates if they are known. */
export function taxLabel(taxes: Order['taxes']): string {
  const rates = taxes.flatMap(({ state, percent }) => (percent === null ? [] : [`${state} ${percent}%`]))
  return rates.length > 0 ? `Tax (${rates.join(', ')})` : 'Tax'
}

/** `Discount (10%)`, with the percentage if one was given. */
export const discountLabel = ({ discount_percent }: Pick<Order, 'discount_percent'>): string =>
  discount_percent === null ? 'Discount' : `Discount (${discount_percent}%)`

/** `Tax exempt (certificate NJ 123-456)`; undefined for orders that are taxed. */
export const exemptionLabel = ({ tax_certificate: certificate }: Pick<Order, 'tax_certificate'>): string | undefined =>
  certificate === null ? undefined : `Tax exempt (certificate ${certificate.state} ${certificate.number})`

/** In the shop's time zone, so that server and browser format the same day. */
export const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' })

/** Formats the day of an instant: `March 4, 2026`. */
export const formatOrderDay = (instant: string): string => dayFormat.format(new Date(instant))

/** Formats a day without time, `YYYY-MM-DD`, the same way. */
export const formatCalendarDay = (day: string): string => dayFormat.format(new Date(`${day}T12:00:00Z`))

/** Keyed by status; completed orders are paid, regardless of their ledger. */
const awaitsPayment: Record<Order['status'], boolean> = { processing: true, completed: false, canceled: false }

/** Whether the buyer still has to pay. */
export const isPaymentDue = ({ status, payment, balance }: Pick<Order, 'status' | 'payment' | 'balance'>): boolean =>
  awaitsPayment[status] && payment.paid_at === null && balance > 0 && payment.payment_type !== 'card'

/** When payment is due, and what happens to an unpaid order, if anything. */
export function dueMessages(dueOn: string, cancelsAt: string | null): [due: string, otherwise?: string] {
  const due = `Due by ${formatCalendarDay(dueOn)}.`
  if (cancelsAt === null) return [due]
  return [
    due,
    `If we haven’t received payment by then, we’ll cancel the order at noon on ${formatOrderDay(cancelsAt)}.`,
  ]
}

const methodPhrases: Record<PaymentMethod, string> = {
  quickpay: 'by Quick Pay',
  check: 'by check',
  cash: 'in cash',
  card: 'by card',
  other: 'by another method',
}

/** For use in a sentence: `by Quick Pay`, `in cash`. */
export const methodPhrase = (method: PaymentMethod): string => methodPhrases[method]

/** The methods of the payments that were not reversed, earliest first; empty if nothing was received. */
export function listReceivedMethods({ ledger }: Pick<Order, 'ledger'>): PaymentMethod[] {
  const centsByMethod = new Map<PaymentMethod, number>()
  for (const { kind, method, change } of ledger) {
    if (method === null || kind === 'refunded' || (kind === 'correction' && change < 0)) continue
    centsByMethod.set(method, (centsByMethod.get(method) ?? 0) - Math.round(change * 100))
  }
  return [...centsByMethod].filter(([, cents]) => cents > 0).map(([method]) => method)
}

/**
 * `Paid on March 4, 2026 by Quick Pay`, with the actual methods instead of the chosen one; undefined for orders that
 * are not paid. Payments from before the ledger existed have only the chosen method.
 */
export function paidMessage(order: Pick<Order, 'payment' | 'ledger' | 'order_total'>): string | undefined {
  const { paid_on, payment_type } = order.payment
  const methods = listReceivedMethods(order)
  if (paid_on === null || (isFree(order) && methods.length === 0)) return undefined
  return `Paid on ${formatCalendarDay(paid_on)} ${(methods.length > 0 ? methods : [payment_type]).map(methodPhrase).join(' and ')}`
}

/** `Memo code K7M2QX`, the payment reference; undefined if a card was charged, or nothing is to be paid. */
export const paymentReferenceLabel = (
  order: Pick<Order, 'payment_reference' | 'payment' | 'order_total'>,
): string | undefined =>
  order.payment.payment_type === 'card' || isFree(order) ? undefined : `Memo code ${order.payment_reference}`

/** Pickup address and hours; has default texts for a shop that has configured neither. */
export function pickupLines(address: string, hours: string): string[] {
  const lines = [...address.split('\n'), hours].filter((line) => line !== '')
  return lines.length > 0 ? lines : ['At our counter']
}
