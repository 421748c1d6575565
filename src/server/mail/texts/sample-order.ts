import type { PlacedOrder, Shipment } from '#contract/orders/calls.ts'
import { fillPath, pagePatterns } from '#contract/paths.ts'
import { encodePaymentReference } from '#domain/orders/payment-reference.ts'

/** A partial shipment of the sample order; the rest follows. */
export const sampleShipment: Shipment = {
  id: 1,
  kind: 'delivery',
  state: 'shipped',
  packed_at: '2026-03-03T14:00:00.000Z',
  ready_at: null,
  shipped_at: '2026-03-03T21:00:00.000Z',
  delivered_at: null,
  picked_up_at: null,
  picked_up_by: null,
  carrier: 'ups',
  tracking_number: '1Z999AA10123456784',
  tracking_url: 'https://www.ups.com/track?tracknum=1Z999AA10123456784',
  lines: [{ line: 0, name: 'Keratin Repair Masque', quantity: 4 }],
}

/** Made-up order with everything that an order can have. */
export const sampleOrder: PlacedOrder = {
  id: 100_001,
  payment_reference: encodePaymentReference(100_001),
  status: 'processing',
  type: 'D',
  fulfillment_state: 'partly_shipped',
  shipments: [sampleShipment],
  created_at: '2026-03-02T15:00:00.000Z',
  order_total: 255.51,
  sub_total: 228,
  discount: 0,
  discount_percent: null,
  shipping_price: 7.9,
  insurance: 4.5,
  tax: 15.11,
  taxes: [{ state: 'NJ', percent: 6.625, base: 228, tax: 15.11 }],
  tax_certificate: null,
  due_on: '2026-03-11',
  cancels_at: '2026-03-12T16:00:00.000Z',
  claimed_at: null,
  payment_state: 'unpaid',
  balance: 255.51,
  ledger: [],
  events: [],
  pv: 220,
  shipping_description: 'Ground: Arrives 2-4 Days',
  first_name: 'Ana',
  last_name: 'Reyes',
  user_email: 'ana@example.com',
  phone_number: '(201) 555-0100',
  comments: 'Please ring at the back door.',
  products: [
    { id: 1, name: 'Keratin Repair Masque', image: null, quantity: 6, shippable: 6, price: 38, total_price: 228 },
  ],
  addresses: [
    {
      first_name: 'Ana',
      last_name: 'Reyes',
      company: 'Reyes Beauty Studio',
      phone_number: '(201) 555-0100',
      address_1: '1 Main Street',
      address_2: '',
      city: 'Englewood',
      state: 'NJ',
      zip: '07631',
      full_address: 'Ana Reyes<br>Reyes Beauty Studio<br>1 Main Street<br>Englewood, NJ 07631<br>(201) 555-0100',
    },
  ],
  payment: {
    payment_type: 'quickpay',
    card_holder_name: null,
    card_type: null,
    card_number: null,
    expire_month: null,
    expire_year: null,
    ccv: null,
    billing_zip: null,
    paid_at: null,
    paid_on: null,
  },
  url: `${fillPath(pagePatterns.guestOrder, { order_id: 100001 })}?key=sample`,
}

/** The sample goods, all ready for pickup. */
export const samplePickup: PlacedOrder = {
  ...sampleOrder,
  type: 'P',
  fulfillment_state: 'ready_for_pickup',
  addresses: [],
  order_total: 243.11,
  shipping_price: 0,
  insurance: 0,
  shipping_description: 'Pickup',
  shipments: [
    {
      ...sampleShipment,
      kind: 'pickup',
      state: 'ready_for_pickup',
      ready_at: '2026-03-03T21:00:00.000Z',
      shipped_at: null,
      carrier: null,
      tracking_number: null,
      tracking_url: null,
      lines: [{ line: 0, name: 'Keratin Repair Masque', quantity: 6 }],
    },
  ],
}

/** The sample goods, partly paid. */
export const sampleDeposit: PlacedOrder = {
  ...sampleOrder,
  payment_state: 'partly_paid',
  balance: 155.51,
  ledger: [
    {
      kind: 'received',
      method: 'quickpay',
      credit_note: null,
      day: '2026-03-04',
      recorded_at: '2026-03-04T15:00:00.000Z',
      change: -100,
    },
  ],
}

/** The sample goods, paid and partly credited. */
export const sampleCredited: PlacedOrder = {
  ...sampleOrder,
  payment_state: 'overpaid',
  balance: -12.5,
  ledger: [
    {
      kind: 'adjustment',
      method: null,
      credit_note: 7,
      day: '2026-03-06',
      recorded_at: '2026-03-06T15:00:00.000Z',
      change: -12.5,
    },
  ],
}
