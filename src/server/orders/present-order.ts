import type { OrderRow as ListedOrder } from '#contract/customers/calls.ts'
import type { Order, Shipment } from '#contract/orders/calls.ts'
import { pickAddress } from '#domain/addresses/address.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { trackingUrl } from '#domain/fulfillment/carriers.ts'
import { cents, toDollars } from '#domain/money/money.ts'
import { cancellationTime } from '#domain/orders/due-date.ts'
import { findPaidDay } from '#domain/orders/paid-on.ts'
import { encodePaymentReference } from '#domain/orders/payment-reference.ts'
import { thumbnailUrl } from '#server/catalog/urls.ts'
import { formatFullAddress } from '#server/customers/format-full-address.ts'
import type { OrderRow, OrderShipment } from './order.queries.ts'

export function presentOrder(row: OrderRow): Order {
  const dollars = (value: number) => toDollars(cents(value))
  return {
    id: row.id,
    payment_reference: encodePaymentReference(row.id),
    status: row.status,
    type: row.type,
    fulfillment_state: row.fulfillment_state,
    shipments: row.shipments.map((shipment) => presentShipment(shipment, row.lines)),
    created_at: row.created_at.toISOString(),
    order_total: dollars(row.total_cents),
    sub_total: dollars(row.sub_total_cents),
    discount: dollars(row.discount_cents),
    discount_percent: row.discount_milli_percent === null ? null : row.discount_milli_percent / 1000,
    shipping_price: dollars(row.shipping_price_cents),
    insurance: dollars(row.insurance_cents),
    tax: dollars(row.tax_cents),
    taxes: row.taxes.map((tax) => ({
      state: tax.state,
      percent: tax.milli_percent === null ? null : tax.milli_percent / 1000,
      base: dollars(tax.base_cents),
      tax: dollars(tax.tax_cents),
    })),
    tax_certificate:
      row.certificate_state === null || row.certificate_number === null
        ? null
        : { state: row.certificate_state, number: row.certificate_number },
    due_on: row.total_cents === 0 ? null : row.due_on,
    cancels_at: findCancelInstant(row),
    claimed_at: row.claimed_at?.toISOString() ?? null,
    payment_state: row.payment_state,
    balance: dollars(row.balance_cents),
    ledger: row.ledger.map(({ change_cents, recorded_at, is_valid_payment: _, ...entry }) => ({
      ...entry,
      recorded_at: new Date(recorded_at).toISOString(),
      change: dollars(change_cents),
    })),
    events: listEvents(row),
    pv: row.pv,
    shipping_description: row.shipping_description,
    first_name: row.first_name,
    last_name: row.last_name,
    user_email: row.email,
    phone_number: row.phone_number,
    comments: row.comments,
    products: row.lines.map((line) => ({
      id: line.product_id,
      name: line.name,
      image: thumbnailUrl(line.image_file),
      quantity: line.quantity,
      shippable: line.shippable,
      price: dollars(line.price_cents),
      total_price: dollars(line.total_price_cents),
    })),
    addresses: row.address ? [{ ...pickAddress(row.address), full_address: formatFullAddress(row.address) }] : [],
    payment: {
      payment_type: row.payment_type,
      card_holder_name: row.card_holder_name,
      card_type: row.card_type,
      card_number: row.card_last_four === null ? null : `•••• ${row.card_last_four}`,
      expire_month: null,
      expire_year: null,
      ccv: null,
      billing_zip: null,
      paid_at: row.paid_at?.toISOString() ?? null,
      paid_on: row.paid_at === null ? null : findOrderPaidDay(row, row.paid_at),
    },
  }
}

const findOrderPaidDay = ({ total_cents, created_at, ledger }: OrderRow, paidAt: Date): string =>
  findPaidDay(
    {
      totalCents: cents(total_cents),
      placedOn: shopDayOf(created_at.getTime()),
      paidDay: shopDayOf(paidAt.getTime()),
    },
    ledger.flatMap(({ day, change_cents, is_valid_payment }) =>
      is_valid_payment ? [{ day, amountCents: cents(-change_cents) }] : [],
    ),
  )

/** Payments received or claimed, and packed goods, leave the cancellation to staff (docs/back-office §3). */
function findCancelInstant(row: OrderRow): string | null {
  const { status, paid_at, due_on, claimed_at, payment_state, fulfillment_state, balance_cents } = row
  if (status !== 'processing' || paid_at !== null || due_on === null || claimed_at !== null) return null
  if (payment_state !== 'unpaid' || fulfillment_state !== 'unfulfilled' || balance_cents <= 0) return null
  return new Date(cancellationTime(due_on)).toISOString()
}

function presentShipment(
  { picked_up_name, carrier, tracking_number, lines, ...shipment }: OrderShipment,
  orderLines: readonly { name: string }[],
): Shipment {
  const iso = (instant: string) => new Date(instant).toISOString()
  const isoOrNull = (instant: string | null) => (instant === null ? null : iso(instant))
  return {
    id: shipment.id,
    kind: shipment.kind,
    state: shipment.state,
    packed_at: iso(shipment.packed_at),
    ready_at: isoOrNull(shipment.ready_at),
    shipped_at: isoOrNull(shipment.shipped_at),
    delivered_at: isoOrNull(shipment.delivered_at),
    picked_up_at: isoOrNull(shipment.picked_up_at),
    picked_up_by: picked_up_name,
    carrier,
    tracking_number: tracking_number === '' ? null : tracking_number,
    tracking_url: trackingUrl(carrier, tracking_number) ?? null,
    lines: lines.map(({ line, quantity }) => ({ line, quantity, name: orderLines[line]?.name ?? '' })),
  }
}

/** Orders imported from an older system have no history; their own dates replace it. */
function listEvents({ events, completed_at, canceled_at }: OrderRow): Order['events'] {
  const recorded = events.map(({ event, at }) => ({ event, at: new Date(at).toISOString() }))
  const missingEvents = [
    { event: 'completed' as const, at: completed_at },
    { event: 'canceled' as const, at: canceled_at },
  ].flatMap(({ event, at }) =>
    at === null || recorded.some((candidate) => candidate.event === event) ? [] : [{ event, at: at.toISOString() }],
  )
  return [...missingEvents, ...recorded].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** Presents an order for a list. */
export const presentOrderRow = (
  row: Pick<OrderRow, 'id' | 'status' | 'payment_state' | 'fulfillment_state' | 'type' | 'total_cents' | 'created_at'>,
): ListedOrder => ({
  id: row.id,
  status: row.status,
  payment_state: row.payment_state,
  fulfillment_state: row.fulfillment_state,
  type: row.type,
  order_total: toDollars(cents(row.total_cents)),
  created_at: row.created_at.toISOString(),
})
