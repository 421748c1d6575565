import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { dollars, instant, rowId } from './fields.ts'

export const ORDER_STATUSES = ['processing', 'completed', 'canceled'] as const

/** An address as it was written, with its HTML for display. */
export const PrintedAddress = z.object({
  first_name: z.string(),
  last_name: z.string(),
  phone_number: z.string(),
  address_1: z.string(),
  address_2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  /** Built from escaped parts (security.md §2, 1.3.1). */
  full_address: z.string(),
})

export const Order = z.object({
  id: z.int(),
  status: z.enum(ORDER_STATUSES),
  /** D Delivery, P Pickup (specification §4). */
  type: z.enum(['D', 'P']),
  created_at: instant,
  order_total: dollars,
  sub_total: dollars,
  shipping_price: dollars,
  insurance: dollars,
  tax: dollars,
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
      price: dollars,
      total_price: dollars,
    }),
  ),
  addresses: z.array(PrintedAddress),
  /** A card is kept as its type and last four digits only; its number and code are never stored. */
  payment: z.object({
    payment_type: z.enum(['quickpay', 'check', 'card']),
    card_holder_name: z.nullable(z.string()),
    card_type: z.nullable(z.string()),
    card_number: z.nullable(z.string()),
  }),
})
export type Order = z.infer<typeof Order>

/** `url` is the guest's signed link to the order page. */
export const PlacedOrder = z.extend(Order, { url: z.string() })
export type PlacedOrder = z.infer<typeof PlacedOrder>

export const guestOrderCall = defineCall({
  method: 'GET',
  path: '/orders/:order_id.json',
  summary: "A guest's order, by the key of the signed link",
  params: z.object({ order_id: rowId }),
  query: z.object({ key: z._default(z.string().check(z.maxLength(200)), '') }),
  replies: { 200: Order },
  problems: [404],
})
export const guestInvoiceCall = defineCall({
  method: 'GET',
  path: '/orders/:order_id/invoice.pdf',
  summary: "The invoice of a guest's order, by the key of the signed link",
  params: guestOrderCall.params,
  query: guestOrderCall.query,
  replies: { 200: z.unknown() },
  media: 'application/pdf',
  callsAMinute: 30,
  problems: [404],
})
export const lastOrderCall = defineCall({
  method: 'GET',
  path: '/checkout/order.json',
  summary: 'The order this browser session placed last',
  replies: { 200: PlacedOrder },
  problems: [404],
})
