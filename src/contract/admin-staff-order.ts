import * as z from 'zod/mini'
import { fiveDigits } from '#domain/address/zip.ts'
import { PrintedAddress } from './address.ts'
import { defineAdminCall } from './admin-call.ts'
import { amountFrom, MOST_DOLLARS, reason } from './admin-fields.ts'
import { Contact, DeliveryAddress, Shipping, ShippingQuote } from './checkout.ts'
import {
  dollars,
  instant,
  optionalLines,
  optionalText,
  requiredText,
  rowId,
  tidyState,
  uncheckedText,
  wholeNumber,
} from './fields.ts'
import { COMMENTS_LIMIT, MAX_CART_LINES, MAX_QUANTITY } from './limits.ts'
import { ownMessages } from './messages.ts'
import { Order, OrderTotals } from './order.ts'

const isInThousandths = (percent: number): boolean => Math.abs(Math.round(percent * 1000) - percent * 1000) < 1e-6

/** What staff take off an order, and why (docs/back-office §3, Discounts). */
const StaffDiscount = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('amount'),
    amount: amountFrom(0.01, { required: 'How much, in dollars?', tooLow: 'A discount is more than nothing.' }),
    reason,
  }),
  z.object({
    kind: z.literal('percent'),
    percent: z
      .number({ error: 'How many percent?' })
      .check(
        z.minimum(0.001, 'A discount is more than nothing.'),
        z.maximum(100, 'A discount is at most 100%.'),
        z.refine(isInThousandths, 'A percentage has at most three decimals.'),
      ),
    reason,
  }),
])
export type StaffDiscount = z.infer<typeof StaffDiscount>

/** The total that was shown; another one by now is 409. */
const reviewed_total = z.optional(
  z.number({ error: ownMessages.malformed }).check(z.minimum(0), z.maximum(MOST_DOLLARS)),
)
const pieces = (least: number) => wholeNumber(least, MAX_QUANTITY, `Between ${least} and ${MAX_QUANTITY} pieces.`)
const shippingMethod = requiredText('Please choose how it is sent.', 50)

/** How many pieces are left of a line, or of a product whether or not it has a line; 0 takes it out. */
const LineEdit = z
  .object({
    position: z.optional(wholeNumber(0, 2_147_483_647, ownMessages.malformed)),
    product_id: z.optional(rowId),
    quantity: pieces(0),
  })
  .check(
    z.refine(({ position, product_id }) => (position === undefined) !== (product_id === undefined), {
      error: 'Name either the line or the product.',
    }),
  )

/** What is to change; what is left out stays. */
const OrderEdit = {
  order_id: rowId,
  /** The version that was looked at; another one by now is 409 with `errors.version`. */
  version: wholeNumber(1, 2_147_483_647, ownMessages.malformed),
  lines: z.optional(z.array(LineEdit).check(z.maxLength(2 * MAX_CART_LINES, ownMessages.malformed))),
  delivery: z.optional(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('P') }),
      z.object({ type: z.literal('D'), address: DeliveryAddress, shipping_method: shippingMethod }),
    ]),
  ),
  /** null takes the discount away. */
  discount: z.optional(z.nullable(StaffDiscount)),
}

/** The reason why the discount is refused. */
const DiscountCheck = {
  /** Why the role may not give it; null where it may. */
  discount_stop: z.nullable(z.string()),
  /** Whether giving it asks for the password or a code first. */
  discount_needs_proof: z.boolean(),
}

const EditedLine = z.object({
  position: z.int(),
  product_id: z.nullable(z.int()),
  name: z.string(),
  quantity: z.int(),
  price: dollars,
  total_price: dollars,
  discount: dollars,
  tax: dollars,
})

export const previewEditCall = defineAdminCall('previewEdit', {
  summary: 'What an edit of an order would come to; nothing is changed or promised',
  permission: 'orders.change',
  body: z.object(OrderEdit),
  responses: {
    200: z.object({ ...OrderTotals.shape, difference: dollars, lines: z.array(EditedLine), ...DiscountCheck }),
  },
  errors: [401, 403, 404, 409, 422],
})
export const editOrderCall = defineAdminCall('editOrder', {
  summary: 'Changes lines, address, method or discount of an order that is not packed; every version is kept',
  permission: 'orders.change',
  body: z.object({ ...OrderEdit, reason, reviewed_total }),
  responses: { 200: z.object({ version: z.int(), difference: dollars, order: Order }) },
  errors: [401, 403, 404, 409, 422],
})

const OrderVersion = z.object({
  version: z.int(),
  /** When an edit replaced it, who made that and why; null for the present one. */
  replaced_at: z.nullable(instant),
  replaced_by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  type: z.enum(['D', 'P']),
  ...OrderTotals.shape,
  discount_reason: z.nullable(z.string()),
  shipping_method: z.nullable(z.string()),
  shipping_description: z.string(),
  address: z.nullable(PrintedAddress),
  lines: z.array(EditedLine),
})
export const orderVersionsCall = defineAdminCall('orderVersions', {
  summary: 'Every version of an order, the present one last',
  permission: 'orders.read',
  params: z.object({ order_id: rowId }),
  responses: { 200: z.object({ version: z.int(), versions: z.array(OrderVersion) }) },
  errors: [401, 403, 404],
})

const Goods = {
  lines: z
    .array(z.object({ product_id: rowId, quantity: pieces(1) }))
    .check(z.minLength(1, 'Add a product.'), z.maxLength(MAX_CART_LINES, `At most ${MAX_CART_LINES} products.`)),
  discount: z.optional(StaffDiscount),
}

export const quoteStaffOrderCall = defineAdminCall('quoteStaffOrder', {
  summary: 'What an order by phone or at the counter would come to, what there is of it, and how it can be sent',
  permission: 'orders.change',
  body: z.object({
    ...Goods,
    /** Whose certificate counts, and whose addresses are known; left out for a guest. */
    user_id: z.optional(rowId),
    type: z.enum(['D', 'P']),
    /** Of a Delivery: one of the user's, or state and ZIP. */
    address_id: z.optional(rowId),
    state: uncheckedText(tidyState),
    zipcode: uncheckedText(fiveDigits),
    /** Left out, the first one that is offered. */
    shipping_method: optionalText(50),
  }),
  responses: {
    200: z.object({
      ...OrderTotals.shape,
      /** Why the total is what it is, a sentence a step. */
      price_steps: z.array(z.string()),
      lines: z.array(
        z.object({
          product_id: z.int(),
          name: z.string(),
          quantity: z.int(),
          price: dollars,
          total_price: dollars,
          /** What there is for this line, after those before it; null: not counted. */
          remaining: z.nullable(z.int()),
        }),
      ),
      quotes: z.array(ShippingQuote),
      shipping_method: z.nullable(z.string()),
      /** The smallest order, where this one is smaller; else null. */
      under_minimum: z.nullable(dollars),
      /** Why nothing can be ordered for this customer, by their licence; else null. */
      licence_stop: z.nullable(z.string()),
      ...DiscountCheck,
    }),
  },
  errors: [401, 403, 404, 409, 422],
})

/** Somebody who has an account, or anybody else. */
const StaffCustomer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('member'), user_id: rowId }),
  /** The code is that of whoever sent them. */
  z.object({ kind: z.literal('guest'), ...Contact.shape, referral_code: optionalText(20) }),
])
export type StaffCustomer = z.infer<typeof StaffCustomer>

export const placeStaffOrderCall = defineAdminCall('placeStaffOrder', {
  summary:
    'Places an order by phone or at the counter. Send an Idempotency-Key header: the same key gives the same order',
  keyed: true,
  permission: 'orders.change',
  body: z.intersection(
    z.object({
      ...Goods,
      customer: StaffCustomer,
      payment_type: z.enum(['quickpay', 'check', 'cash']),
      /** The money is here: it is booked at once. */
      paid: z._default(z.boolean(), false),
      /** The customer takes it with them; of a Pickup only. */
      handed_over: z._default(z.boolean(), false),
      comments: optionalLines(COMMENTS_LIMIT),
      reviewed_total,
    }),
    Shipping,
  ),
  responses: { 201: Order },
  errors: [401, 403, 404, 409, 422],
})

export const productSearchCall = defineAdminCall('productSearch', {
  summary: 'Products for sale whose name or SKU has these words, or by their barcode; what is exact comes first',
  permission: 'products.read',
  query: z.object({ q: optionalText() }),
  responses: {
    200: z.object({
      products: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          sku: z.string(),
          price: dollars,
          pv: z.int(),
          /** null: not counted. */
          remaining: z.nullable(z.int()),
          image: z.nullable(z.string()),
          /** What was typed is its barcode, which other products may have, too. */
          by_barcode: z.boolean(),
        }),
      ),
    }),
  },
  errors: [401, 403, 422],
})
