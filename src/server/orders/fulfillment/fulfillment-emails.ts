import type { PlacedOrder, Shipment } from '#contract/orders/calls.ts'
import { pickupLines } from '#contract/orders/labels.ts'
import { addressLines } from '#domain/addresses/address.ts'
import { carrierName } from '#domain/fulfillment/carriers.ts'
import { findRemainingLines } from '#domain/fulfillment/order-parcels.ts'
import { findOpenLines, type ShipmentLine } from '#domain/fulfillment/state.ts'
import type { MailPart } from '#server/platform/mail/mail-parts.ts'
import {
  button,
  draftMail,
  type MailDraft,
  mailTexts,
  optionalLink,
  part,
  words,
} from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { toOrderedLines, toShippedLines } from './order-quantities.ts'

const orderPlaceholders = {
  first_name: words('First name of the customer'),
  order_number: words('Number of the order'),
  order_link: button('View your order', 'The order page'),
}
const followingPlaceholder = { following: part('What will follow') }
const parcelPlaceholders = {
  ...orderPlaceholders,
  parcel: part('What is in the shipment'),
  carrier: part('Carrier and tracking number; may be empty'),
  tracking_link: optionalLink('Track your shipment', 'The carrier’s tracking page, if there is one'),
  destination: part('The delivery address'),
}
const pickupPlaceholders = {
  ...orderPlaceholders,
  ready: part('What is ready at the counter'),
  counter: part('Address and hours of the counter'),
}
const PICKUP_INSTRUCTION = 'Please give us your name and order number {order_number}.'

export const fulfillmentMailTexts = mailTexts('orders', {
  order_shipped: {
    name: 'Order shipped',
    meaning: 'To the customer, when all of the order, or the rest of it, is on its way',
    subject: 'Your order {order_number} is on its way',
    body: [
      'Hi {first_name},',
      'We shipped {what_was_shipped} {order_number}.',
      '{parcel}',
      '{carrier}',
      '{tracking_link: Track your shipment}',
      '{destination}',
      '{order_link: View your order}',
    ],
    placeholders: { ...parcelPlaceholders, what_was_shipped: words('“your order”, or “the rest of your order”') },
  },
  order_shipped_in_part: {
    name: 'Partly shipped',
    meaning: 'To the customer, when part of the order is on its way',
    subject: 'Part of your order {order_number} is on its way',
    body: [
      'Hi {first_name},',
      'We shipped part of your order {order_number}. The rest will follow.',
      '{parcel}',
      '{carrier}',
      '{tracking_link: Track your shipment}',
      '{following}',
      '{destination}',
      '{order_link: View your order}',
    ],
    placeholders: { ...parcelPlaceholders, ...followingPlaceholder },
  },
  order_ready: {
    name: 'Ready for pickup',
    meaning: 'To the customer, when all of the order, or the rest of it, is ready at the counter',
    subject: 'Your order {order_number} is ready for pickup',
    body: [
      'Hi {first_name},',
      'Your order {order_number} is ready at our counter.',
      '{ready}',
      '{counter}',
      PICKUP_INSTRUCTION,
      '{order_link: View your order}',
    ],
    placeholders: pickupPlaceholders,
  },
  order_ready_in_part: {
    name: 'Partly ready for pickup',
    meaning: 'To the customer, when part of the order is ready at the counter',
    subject: 'Part of your order {order_number} is ready for pickup',
    body: [
      'Hi {first_name},',
      'Part of your order {order_number} is ready at our counter. We’ll let you know when the rest is ready.',
      '{ready}',
      '{following}',
      '{counter}',
      PICKUP_INSTRUCTION,
      '{order_link: View your order}',
    ],
    placeholders: { ...pickupPlaceholders, ...followingPlaceholder },
  },
})

/** Email to the customer when a parcel is in transit: its contents, its tracking and what follows. */
export function orderShippedMail(
  order: PlacedOrder,
  shipment: Shipment,
  settings: Settings,
  publicUrl: string,
): MailDraft {
  const shipments = order.shipments.map(toShippedLines)
  const quantities = shipments[order.shipments.findIndex(({ id }) => id === shipment.id)] ?? toShippedLines(shipment)
  const following = findRemainingLines(toOrderedLines(order), shipments, quantities)
  const [address] = order.addresses
  const [recipient, shop] = [order.user_email, settings.get('shop_name')]
  const values = {
    ...getOrderValues(order, publicUrl),
    parcel: toLinesPart('In this shipment', describeLines(order, quantities.lines)),
    carrier: describeCarrier(shipment),
    tracking_link: shipment.tracking_url,
    destination: address ? toLinesPart('Delivery to', addressLines(address)) : [],
  }
  return following.length === 0
    ? draftMail(fulfillmentMailTexts.order_shipped, recipient, shop, {
        ...values,
        what_was_shipped: order.shipments.length > 1 ? 'the rest of your order' : 'your order',
      })
    : draftMail(fulfillmentMailTexts.order_shipped_in_part, recipient, shop, {
        ...values,
        following: describeFollowing(order, following),
      })
}

/** Email to the customer when goods are ready for pickup: which, where and what follows. */
export function orderReadyMail(order: PlacedOrder, settings: Settings, publicUrl: string): MailDraft {
  const ready = order.shipments.filter(({ state }) => state === 'ready_for_pickup').map(toShippedLines)
  const pickedUp = order.shipments.filter(({ state }) => state === 'picked_up').map(toShippedLines)
  const following = findOpenLines(toOrderedLines(order), [...ready, ...pickedUp])
  const readyLines = ready.flatMap(({ lines }) => lines)
  const [recipient, shop] = [order.user_email, settings.get('shop_name')]
  const values = {
    ...getOrderValues(order, publicUrl),
    ready: toLinesPart('Ready for pickup', describeLines(order, readyLines)),
    counter: toLinesPart('Pickup', pickupLines(settings.get('pickup_address'), settings.get('pickup_hours'))),
  }
  return following.length === 0
    ? draftMail(fulfillmentMailTexts.order_ready, recipient, shop, values)
    : draftMail(fulfillmentMailTexts.order_ready_in_part, recipient, shop, {
        ...values,
        following: describeFollowing(order, following),
      })
}

const getOrderValues = (order: PlacedOrder, publicUrl: string) => ({
  first_name: order.first_name,
  order_number: String(order.id),
  order_link: `${publicUrl}${order.url}`,
})

const toLinesPart = (title: string, lines: readonly string[]): MailPart[] => [{ kind: 'lines', title, lines }]
const describeFollowing = (order: PlacedOrder, lines: readonly ShipmentLine[]) =>
  toLinesPart('Still to come', describeLines(order, lines))

const describeLines = (order: PlacedOrder, lines: readonly ShipmentLine[]): string[] =>
  lines.map(({ position, quantity }) => `${quantity} × ${order.products[position]?.name ?? ''}`)

function describeCarrier({ carrier, tracking_number }: Shipment): MailPart[] {
  if (carrier === null || (carrier === 'other' && tracking_number === null)) return []
  const lines = [carrierName(carrier), ...(tracking_number === null ? [] : [tracking_number])]
  return [{ kind: 'lines', title: 'Carrier and tracking number', lines }]
}
