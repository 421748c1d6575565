import { formatCalendarDay, methodPhrase, paymentNames } from '#contract/orders/labels.ts'
import { type Carrier, carrierCodes, carrierName } from '#domain/fulfillment/carriers.ts'
import { cents, formatCents } from '#domain/money/money.ts'
import type { PaymentMethod } from '#domain/orders/balance.ts'
import type { HistoryEntry } from './order-record.ts'

type Fields = Readonly<Record<string, unknown>>
/** Returns the display name of a shipment by id. */
type ShipmentName = (shipmentId: unknown) => string
type Describe = (after: Fields, before: Fields, shipmentName: ShipmentName) => string

const formatAmount = (fields: Fields, name = 'amount_cents'): string => {
  const value = fields[name]
  return typeof value === 'number' && Number.isSafeInteger(value) ? formatCents(cents(value)) : ''
}
const methodSuffix = ({ method }: Fields): string =>
  typeof method === 'string' && method in paymentNames ? ` ${methodPhrase(method as PaymentMethod)}` : ''
const formatDay = (value: unknown): string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? formatCalendarDay(value.slice(0, 10)) : 'no day'

/** Action texts, following the actor's name. */
const descriptions: Record<string, Describe> = {
  'order.placed': (after) =>
    `placed the order${after.total_cents === undefined ? '' : ` of ${formatAmount(after, 'total_cents')}`}.`,
  'order.edited': (after) => `changed the order; it is version ${String(after.version ?? '')}.`,
  'order.contact_corrected': (after, before) =>
    `corrected the contact: ${Object.keys(after)
      .map((name) => `${before[name]} → ${after[name]}`)
      .join(', ')}.`,
  'order.completed': () => 'completed the order.',
  'order.canceled': () => 'canceled the order.',
  'order.reopened': () => 'reopened the order.',
  'order.reinstated': () => 'reinstated the order.',
  'order.returned': (after) => `recorded a return and credited ${formatAmount(after)}.`,
  'order.credited': (after) =>
    after.number == null
      ? `credited ${formatAmount(after)}.`
      : `credited ${formatAmount(after)}, credit note ${after.number}.`,
  'order.note_added': () => 'wrote a note.',
  'order.due_date_changed': (after, before) =>
    `changed the due date${before.due_on == null ? '' : ` from ${formatDay(before.due_on)}`} to ${formatDay(after.due_on)}.`,
  'order.payment_claimed': () => 'reported a payment.',
  'order.claim_settled': () => 'settled the customer’s payment report.',
  'payment.booked': (after) => `recorded a payment of ${formatAmount(after)}${methodSuffix(after)}.`,
  'payment.corrected': () => 'undid a payment.',
  'payment.bounced': () => 'recorded that a check bounced.',
  'payment.cleared': () => 'recorded that a check cleared.',
  'payment.refunded': (after) => `refunded ${formatAmount(after)}${methodSuffix(after)}.`,
  'shipment.packed': (after, _, shipmentName) => `packed ${shipmentName(after.shipment)}.`,
  'shipment.ready_for_pickup': (after, _, shipmentName) => `made ${shipmentName(after.shipment)} ready for pickup.`,
  'shipment.shipped': (after, _, shipmentName) => `marked ${shipmentName(after.shipment)} as shipped.`,
  'shipment.delivered': (after, _, shipmentName) => `recorded that ${shipmentName(after.shipment)} was delivered.`,
  'shipment.picked_up': (after, _, shipmentName) => `handed ${shipmentName(after.shipment)} over.`,
  'shipment.voided': (after, _, shipmentName) => `unpacked ${shipmentName(after.shipment)}.`,
}

/**
 * Describes an audit entry as a sentence that begins with the actor, plus its details. Actions without a description use their
 * raw name, so that no entry is omitted.
 */
export function describeHistoryEntry(
  { action, before = {}, after = {}, erased }: HistoryEntry,
  shipmentName: ShipmentName,
): { message: string; details: string[] } {
  const describe = descriptions[action]
  if (erased) return { message: `performed ‘${action}’; the details were erased with personal data.`, details: [] }
  return {
    message: describe ? describe(after, before, shipmentName) : `performed ‘${action}’.`,
    details: detailsOf(after, before),
  }
}

function detailsOf(after: Fields, before: Fields): string[] {
  const balance =
    typeof after.balance_cents === 'number'
      ? [
          `balance ${before.balance_cents === undefined ? '' : `${formatAmount(before, 'balance_cents')} → `}${formatAmount(after, 'balance_cents')}`,
        ]
      : []
  const texts = [
    ['No.', after.reference],
    ['tracking', after.trackingNumber ?? after.tracking_number],
    ['carrier', carrierCodes.includes(after.carrier as Carrier) ? carrierName(after.carrier as Carrier) : undefined],
    ['picked up by', after.name],
    ['bank payment', after.notice],
  ].flatMap(([name, value]) =>
    (typeof value === 'string' && value !== '') || typeof value === 'number' ? [`${name} ${value}`] : [],
  )
  return [...balance, ...texts]
}
