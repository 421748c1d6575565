import type { PlacedOrder, Shipment } from '#contract/order.ts'
import { pickupLines } from '#contract/order-words.ts'
import { addressLines } from '#domain/address/address.ts'
import { carrierName } from '#domain/fulfillment/carriers.ts'
import { linesThatFollow } from '#domain/fulfillment/order-parcels.ts'
import { openLines, type ShipmentLine } from '#domain/fulfillment/state.ts'
import { type Mail, type MailPart, writeMail } from '#server/platform/mail/mail-parts.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { orderedLines, shippedLines } from './order-quantities.ts'

/** To the customer, when a parcel is on its way: what is in it, where it is, and what follows. */
export function orderShippedMail(order: PlacedOrder, shipment: Shipment, settings: Settings, publicUrl: string): Mail {
  const shipments = order.shipments.map(shippedLines)
  const written = shipments[order.shipments.findIndex(({ id }) => id === shipment.id)] ?? shippedLines(shipment)
  const following = linesThatFollow(orderedLines(order), shipments, written)
  const isWhole = following.length === 0
  const [address] = order.addresses
  return writeMail(
    order.user_email,
    settings.get('shop_name'),
    isWhole ? `Your order ${order.id} is on its way` : `A part of your order ${order.id} is on its way`,
    [
      { kind: 'paragraph', text: `Dear ${order.first_name},` },
      {
        kind: 'paragraph',
        text: isWhole
          ? `We have shipped ${order.shipments.length > 1 ? 'the rest of your' : 'your'} order ${order.id}.`
          : `We have shipped a part of your order ${order.id}; the rest follows.`,
      },
      { kind: 'lines', title: 'In this parcel', lines: named(order, written.lines) },
      ...carriedBy(shipment),
      ...(shipment.tracking_url === null
        ? []
        : [{ kind: 'link' as const, label: 'Track your parcel', url: shipment.tracking_url }]),
      ...(isWhole ? [] : [{ kind: 'lines' as const, title: 'Follows later', lines: named(order, following) }]),
      ...(address ? [{ kind: 'lines' as const, title: 'Delivery to', lines: addressLines(address) }] : []),
      { kind: 'action', label: 'View your order', url: `${publicUrl}${order.url}` },
    ],
  )
}

/** To the customer, when goods wait at the counter: which, where, and what follows. */
export function orderReadyMail(order: PlacedOrder, settings: Settings, publicUrl: string): Mail {
  const ready = order.shipments.filter(({ state }) => state === 'ready_for_pickup').map(shippedLines)
  const gone = order.shipments.filter(({ state }) => state === 'picked_up').map(shippedLines)
  const following = openLines(orderedLines(order), [...ready, ...gone])
  const isWhole = following.length === 0
  return writeMail(
    order.user_email,
    settings.get('shop_name'),
    isWhole ? `Your order ${order.id} is ready for pickup` : `A part of your order ${order.id} is ready for pickup`,
    [
      { kind: 'paragraph', text: `Dear ${order.first_name},` },
      {
        kind: 'paragraph',
        text: isWhole
          ? `Your order ${order.id} waits for you at our counter.`
          : `A part of your order ${order.id} waits for you at our counter; the rest follows.`,
      },
      {
        kind: 'lines',
        title: 'Ready for pickup',
        lines: named(
          order,
          ready.flatMap(({ lines }) => lines),
        ),
      },
      ...(isWhole ? [] : [{ kind: 'lines' as const, title: 'Follows later', lines: named(order, following) }]),
      {
        kind: 'lines',
        title: 'Pickup',
        lines: pickupLines(settings.get('pickup_address'), settings.get('pickup_hours')),
      },
      { kind: 'paragraph', text: `Please say your name and the order number ${order.id}.` },
      { kind: 'action', label: 'View your order', url: `${publicUrl}${order.url}` },
    ],
  )
}

const named = (order: PlacedOrder, lines: readonly ShipmentLine[]): string[] =>
  lines.map(({ position, quantity }) => `${quantity} × ${order.products[position]?.name ?? ''}`)

function carriedBy({ carrier, tracking_number }: Shipment): MailPart[] {
  if (carrier === null || (carrier === 'other' && tracking_number === null)) return []
  const lines = [carrierName(carrier), ...(tracking_number === null ? [] : [tracking_number])]
  return [{ kind: 'lines', title: 'Carrier and tracking number', lines }]
}
