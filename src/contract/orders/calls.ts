import * as z from 'zod/mini'
import { PrintedAddress } from '#contract/addresses/schemas.ts'
import { defineCall } from '#contract/base/call.ts'
import { dollars, instant, optionalLines, rowId } from '#contract/base/fields.ts'
import { CLAIM_NOTE_LIMIT } from '#contract/base/limits.ts'
import { carrierCodes } from '#domain/fulfillment/carriers.ts'
import { fulfillmentStates, shipmentSteps } from '#domain/fulfillment/state.ts'
import { paymentMethods, paymentStates } from '#domain/orders/balance.ts'
import { orderStatuses } from '#domain/orders/status.ts'

/** From the subtotal to the total, with the reason for the tax. */
export const OrderTotals = z.object({
  order_total: dollars,
  /** The lines before the discount: total = subtotal − discount + shipping + insurance + tax. */
  sub_total: dollars,
  discount: dollars,
  /** Null if the discount was given as an amount. */
  discount_percent: z.nullable(z.number()),
  shipping_price: dollars,
  insurance: dollars,
  tax: dollars,
  taxes: z.array(
    z.object({
      state: z.string(),
      /** Null for orders placed before rates were stored. */
      percent: z.nullable(z.number()),
      /** The taxed amount: goods, shipping with insurance, or both. */
      base: dollars,
      tax: dollars,
    }),
  ),
  /** The buyer's resale certificate, which exempts the order from tax; null for others. */
  tax_certificate: z.nullable(z.object({ state: z.string(), number: z.string() })),
})
export type OrderTotals = z.infer<typeof OrderTotals>

/** A parcel, or a pickup; unpacked ones are omitted (docs/back-office §3, Fulfillment). */
export const Shipment = z.object({
  id: z.int(),
  kind: z.enum(['delivery', 'pickup']),
  state: z.enum(shipmentSteps),
  packed_at: instant,
  ready_at: z.nullable(instant),
  shipped_at: z.nullable(instant),
  delivered_at: z.nullable(instant),
  picked_up_at: z.nullable(instant),
  /** Name of the person who picked it up at the counter. */
  picked_up_by: z.nullable(z.string()),
  /** Null until it is shipped, and if the carrier is unknown. */
  carrier: z.nullable(z.enum(carrierCodes)),
  tracking_number: z.nullable(z.string()),
  /** The carrier's tracking page. */
  tracking_url: z.nullable(z.string()),
  /** `line` is the index of the order's product. */
  lines: z.array(z.object({ line: z.int(), name: z.string(), quantity: z.int() })),
})
export type Shipment = z.infer<typeof Shipment>

/** An entry of the payment ledger, limited to what the customer may see (docs/back-office §3). */
export const LedgerEntry = z.object({
  kind: z.enum([
    'received',
    'refunded',
    'correction',
    /** The bank did not honor a check. */
    'bounced_check',
    'return',
    'cancellation',
    'adjustment',
    'reinstatement',
  ]),
  /** Null for credits. */
  method: z.nullable(z.enum(paymentMethods)),
  /** The number of a credit note; null for others, and for the cancellation of an order without payments. */
  credit_note: z.nullable(z.int()),
  /** The value date, `YYYY-MM-DD` in the shop's time zone. */
  day: z.string(),
  recorded_at: instant,
  /** Change of the balance: negative for payments and credits. */
  change: dollars,
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

/** Events of an order besides payments and shipments. */
export const orderEvents = [
  'claimed',
  'completed',
  'canceled',
  'reopened',
  'reinstated',
  'edited',
  'contact_corrected',
] as const

export const Order = z.object({
  id: z.int(),
  /** The payment reference for a check or bank memo (docs/back-office §3). */
  payment_reference: z.string(),
  status: z.enum(orderStatuses),
  /** D Delivery, P Pickup (docs/specification §4). */
  type: z.enum(['D', 'P']),
  /** Fulfillment of its goods. */
  fulfillment_state: z.enum(fulfillmentStates),
  shipments: z.array(Shipment),
  created_at: instant,
  ...OrderTotals.shape,
  /** The day by which it must be paid; null if it is never due (docs/back-office §3). */
  due_on: z.nullable(z.string()),
  /** When it is canceled unless it is paid; null if it is not. */
  cancels_at: z.nullable(instant),
  /** When the customer claimed to have paid; null once that is settled. */
  claimed_at: z.nullable(instant),
  /** Payment progress (docs/back-office §3). */
  payment_state: z.enum(paymentStates),
  /** Amount due; negative if overpaid. */
  balance: dollars,
  /** In order of entry: total and changes add up to the balance. */
  ledger: z.array(LedgerEntry),
  /** Earliest first. */
  events: z.array(z.object({ event: z.enum(orderEvents), at: instant })),
  pv: z.int(),
  shipping_description: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  user_email: z.string(),
  phone_number: z.string(),
  comments: z.string(),
  products: z.array(
    z.object({
      id: z.nullable(z.int()),
      name: z.string(),
      image: z.nullable(z.string()),
      quantity: z.int(),
      /** Pieces that are to be shipped: pieces returned before shipping are not. */
      shippable: z.int(),
      price: dollars,
      total_price: dollars,
    }),
  ),
  addresses: z.array(PrintedAddress),
  /**
   * The fields of the specification; null if nothing is stored. Of a card, only its type and last four digits are
   * stored.
   */
  payment: z.object({
    /** Cash only for orders that staff placed. */
    payment_type: z.enum(['quickpay', 'check', 'card', 'cash']),
    card_holder_name: z.nullable(z.string()),
    card_type: z.nullable(z.string()),
    card_number: z.nullable(z.string()),
    expire_month: z.nullable(z.string()),
    expire_year: z.nullable(z.string()),
    ccv: z.nullable(z.string()),
    billing_zip: z.nullable(z.string()),
    /** When its payment was recorded; null until then. */
    paid_at: z.nullable(instant),
    /** The value date of the payment, `YYYY-MM-DD` in the shop's time zone; null until `paid_at`. */
    paid_on: z.nullable(z.string()),
  }),
})
export type Order = z.infer<typeof Order>

/** `url` is the guest's signed link to the order page. */
export const PlacedOrder = z.extend(Order, { url: z.string() })
export type PlacedOrder = z.infer<typeof PlacedOrder>

export const guestOrderCall = defineCall('guestOrder', {
  summary:
    'Retrieves a guest order by the key of its signed link. Returns 410 once the link has expired, after 180 days',
  params: z.object({ order_id: rowId }),
  query: z.object({ key: z._default(z.string().check(z.maxLength(200)), '') }),
  responses: { 200: Order },
  errors: [404, 410],
})
export const guestInvoiceCall = defineCall('guestInvoice', {
  summary: 'Downloads the invoice of a guest order by the key of its signed link',
  params: guestOrderCall.params,
  query: guestOrderCall.query,
  responses: { 200: z.unknown() },
  contentType: 'application/pdf',
  callsPerMinute: 30,
  errors: [404, 410],
})
export const renewGuestLinkCall = defineCall('renewGuestLink', {
  summary: 'Emails a new link for the order of an expired key; responds the same for any key',
  params: guestOrderCall.params,
  body: z.object({ key: z._default(z.string().check(z.maxLength(200)), '') }),
  responses: { 200: z.object({ message: z.string() }) },
  errors: [403],
})

/** A customer's claim about a payment that the shop has not found. */
const PaymentClaim = z.object({
  /** The payment method; defaults to the order's. */
  method: z.optional(z.enum(['quickpay', 'check', 'cash', 'other'])),
  /** Date, sender or account: anything that helps to find it. */
  note: optionalLines(CLAIM_NOTE_LIMIT),
})
export const claimPaymentCall = defineCall('claimPayment', {
  summary: 'Reports a payment for an order of the signed-in user, which pauses its cancellation. Idempotent',
  params: guestOrderCall.params,
  body: PaymentClaim,
  responses: { 200: Order },
  errors: [401, 403, 404, 409, 422],
})
export const claimGuestPaymentCall = defineCall('claimGuestPayment', {
  summary: 'Reports a payment for a guest order by the key of its signed link',
  params: guestOrderCall.params,
  body: z.extend(PaymentClaim, { key: z._default(z.string().check(z.maxLength(200)), '') }),
  responses: { 200: Order },
  errors: [403, 404, 409, 410, 422],
})
export const lastOrderCall = defineCall('lastOrder', {
  summary: 'Retrieves the last order placed in this browser session',
  responses: { 200: PlacedOrder },
  errors: [404],
})
