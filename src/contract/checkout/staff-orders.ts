import * as z from 'zod/mini'
import { PrintedAddress } from '#contract/addresses/schemas.ts'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { amountFrom, MAX_DOLLARS, reason } from '#contract/base/admin-fields.ts'
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
} from '#contract/base/fields.ts'
import { COMMENTS_LIMIT, MAX_CART_LINES, MAX_QUANTITY } from '#contract/base/limits.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version } from '#contract/base/version.ts'
import { ManagedOrder } from '#contract/orders/admin-order.ts'
import { Order, OrderTotals } from '#contract/orders/calls.ts'
import { toFiveDigits } from '#domain/addresses/zip.ts'
import { Contact, DeliveryAddress, Shipping, ShippingQuote } from './calls.ts'

const isInThousandths = (percent: number): boolean => Math.abs(Math.round(percent * 1000) - percent * 1000) < 1e-6

/** A discount given by staff, with its reason (docs/back-office §3, Discounts). */
const StaffDiscount = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('amount'),
    amount: amountFrom(0.01, { required: 'Enter a dollar amount.', tooLow: 'Enter a discount greater than 0.' }),
    reason,
  }),
  z.object({
    kind: z.literal('percent'),
    percent: z
      .number({ error: 'Enter a percentage.' })
      .check(
        z.minimum(0.001, 'Enter a discount greater than 0.'),
        z.maximum(100, 'Enter a discount of at most 100%.'),
        z.refine(isInThousandths, 'Enter a percentage with at most three decimals.'),
      ),
    reason,
  }),
])
export type StaffDiscount = z.infer<typeof StaffDiscount>

/** The total that was shown; 409 if it has changed. */
const reviewed_total = z.optional(
  z.number({ error: shopMessages.malformed }).check(z.minimum(0), z.maximum(MAX_DOLLARS)),
)
const quantityFrom = (minimum: number) =>
  wholeNumber(minimum, MAX_QUANTITY, `Enter a quantity from ${minimum} to ${MAX_QUANTITY}.`)
const shippingMethod = requiredText('Choose a shipping method.', 50)

/** New quantity of a line, or of a product with or without a line; 0 removes it. */
const LineEdit = z
  .object({
    position: z.optional(wholeNumber(0, 2_147_483_647, shopMessages.malformed)),
    product_id: z.optional(rowId),
    quantity: quantityFrom(0),
  })
  .check(
    z.refine(({ position, product_id }) => (position === undefined) !== (product_id === undefined), {
      error: 'Send either the line or the product.',
    }),
  )

/** The changes; absent fields stay as they are. */
const OrderEdit = {
  order_id: rowId,
  lines: z.optional(z.array(LineEdit).check(z.maxLength(2 * MAX_CART_LINES, shopMessages.malformed))),
  delivery: z.optional(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('P') }),
      z.object({ type: z.literal('D'), address: DeliveryAddress, shipping_method: shippingMethod }),
    ]),
  ),
  /** null removes the discount. */
  discount: z.optional(z.nullable(StaffDiscount)),
}

/** Whether and why the discount is refused. */
const DiscountCheck = {
  /** Why the role may not give it; null if it may. */
  discount_block_reason: z.nullable(z.string()),
  /** Whether giving it requires the password or a code first. */
  discount_needs_authentication: z.boolean(),
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
  summary: 'Previews an edit of the order as it is now, without saving it',
  permission: 'orders.change',
  body: z.object(OrderEdit),
  responses: {
    200: z.object({ ...OrderTotals.shape, difference: dollars, lines: z.array(EditedLine), ...DiscountCheck }),
  },
  errors: [401, 403, 404, 409, 422],
})
export const editOrderCall = defineAdminCall('editOrder', {
  summary: 'Edits lines, address, shipping method or discount of an unpacked order; keeps every version',
  permission: 'orders.change',
  body: z.object({ ...OrderEdit, reason, reviewed_total, expected_version }),
  responses: { 200: z.object({ edition: z.int(), difference: dollars, order: Order }) },
  current: ManagedOrder,
  errors: [401, 403, 404, 409, 422],
})

const OrderVersion = z.object({
  edition: z.int(),
  /** When an edit replaced this version, who made the edit and why; null for the current one. */
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
  summary: 'Lists the versions of an order, the current one last',
  permission: 'orders.read',
  params: z.object({ order_id: rowId }),
  responses: { 200: z.object({ edition: z.int(), versions: z.array(OrderVersion) }) },
  errors: [401, 403, 404],
})

const Goods = {
  lines: z
    .array(z.object({ product_id: rowId, quantity: quantityFrom(1) }))
    .check(z.minLength(1, 'Add a product.'), z.maxLength(MAX_CART_LINES, `At most ${MAX_CART_LINES} products.`)),
  discount: z.optional(StaffDiscount),
}

export const quoteStaffOrderCall = defineAdminCall('quoteStaffOrder', {
  summary: 'Quotes a phone or counter order: total, availability and shipping methods',
  permission: 'orders.change',
  body: z.object({
    ...Goods,
    /** The user whose certificate and saved addresses apply; absent for a guest. */
    user_id: z.optional(rowId),
    type: z.enum(['D', 'P']),
    /** For a Delivery: one of the user's addresses, or state and ZIP. */
    address_id: z.optional(rowId),
    state: uncheckedText(tidyState),
    zipcode: uncheckedText(toFiveDigits),
    /** Defaults to the first one offered. */
    shipping_method: optionalText(50),
  }),
  responses: {
    200: z.object({
      ...OrderTotals.shape,
      /** Explains the total, one sentence per step. */
      price_steps: z.array(z.string()),
      lines: z.array(
        z.object({
          product_id: z.int(),
          name: z.string(),
          quantity: z.int(),
          price: dollars,
          total_price: dollars,
          /** Pieces available for this line, after the lines before it; null: stock is not tracked. */
          remaining: z.nullable(z.int()),
        }),
      ),
      quotes: z.array(ShippingQuote),
      shipping_method: z.nullable(z.string()),
      /** The minimum order, if this one is smaller; else null. */
      under_minimum: z.nullable(dollars),
      /** Why the customer's license prevents orders; null if it does not. */
      license_block_reason: z.nullable(z.string()),
      ...DiscountCheck,
    }),
  },
  errors: [401, 403, 404, 409, 422],
})

/** A user with an account, or a guest. */
const StaffCustomer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('member'), user_id: rowId }),
  /** The referral code of the member who referred them. */
  z.object({ kind: z.literal('guest'), ...Contact.shape, referral_code: optionalText(20) }),
])
export type StaffCustomer = z.infer<typeof StaffCustomer>

export const placeStaffOrderCall = defineAdminCall('placeStaffOrder', {
  summary: 'Places a phone or counter order. Send an Idempotency-Key header: the same key returns the same order',
  keyed: true,
  permission: 'orders.change',
  body: z.intersection(
    z.object({
      ...Goods,
      customer: StaffCustomer,
      payment_type: z.enum(['quickpay', 'check', 'cash']),
      /** Whether the payment has been received: it is booked at once. */
      paid: z._default(z.boolean(), false),
      /** Whether the customer takes it with them; only for a Pickup. */
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
  summary: 'Searches products for sale by name, SKU or barcode; exact matches come first',
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
          /** null: stock is not tracked. */
          remaining: z.nullable(z.int()),
          image: z.nullable(z.string()),
          /** True if the search term is its barcode, which other products may share. */
          matched_barcode: z.boolean(),
        }),
      ),
    }),
  },
  errors: [401, 403, 422],
})
