import * as z from 'zod/mini'
import { defineCall } from '#contract/base/call.ts'
import { dollars, rowId, wholeNumber } from '#contract/base/fields.ts'
import { shopFormMessages } from '#contract/base/form-messages.ts'
import { MAX_QUANTITY } from '#contract/base/limits.ts'
import { User } from '#contract/customers/sign-in.ts'
import { pagePaths } from '#contract/paths.ts'

export const LineItem = z.object({
  id: z.int(),
  product_id: z.int(),
  quantity: z.int(),
  /** The current price, from which the totals are computed. */
  price: dollars,
  total_price: dollars,
  /** The price when the product was added, if it has changed since. */
  previous_price: z.nullable(dollars),
  pv: z.int(),
  /**
   * False if the product is sold out, no longer sold, or fewer remain than requested. The line must change before the
   * order can be placed.
   */
  available: z.boolean(),
  product: z.object({
    name: z.string(),
    image: z.nullable(z.string()),
    url: z.string(),
    current_price: dollars,
    product_name: z.string(),
  }),
})
export type LineItem = z.infer<typeof LineItem>

export const Cart = z.object({
  line_items: z.array(LineItem),
  quantity: z.int(),
  sub_total: dollars,
  total: dollars,
  /** The points that an order of this cart would earn. */
  pv: z.int(),
  minimum_sub_total: dollars,
  /** Why the viewer's license prevents orders for now; null if it does not. */
  order_block_reason: z.nullable(z.string()),
  /** The owner with their addresses (docs/specification §3); null for guests. */
  user: z.nullable(User),
  layerProduct: z.nullable(
    z.object({ image: z.nullable(z.string()), product_name: z.string(), quantity: z.int(), total: dollars }),
  ),
})
export type Cart = z.infer<typeof Cart>

const quantity = wholeNumber(1, MAX_QUANTITY, shopFormMessages.quantityRange)

export const AddToCart = z.object({ id: rowId, quantity })
export const UpdateCartLine = z.object({ id: rowId, quantity })
export const RemoveCartLine = z.object({ id: rowId })

/** Why a cart was not changed. */
export type CartRefusal =
  | { code: 'not_for_sale' }
  | { code: 'sold_out'; remaining: number }
  | { code: 'over_limit' }
  | { code: 'cart_full' }
  | { code: 'not_found' }

export const readCartCall = defineCall('readCart', {
  summary: 'Retrieves the visitor’s cart',
  responses: { 200: Cart },
})
export const addToCartCall = defineCall('addToCart', {
  redirectTo: pagePaths.cart,
  summary: 'Adds a product to the cart; repeated calls add to its quantity',
  body: AddToCart,
  responses: { 200: Cart },
  errors: [403, 415, 422],
})
export const updateCartLineCall = defineCall('updateCartLine', {
  redirectTo: pagePaths.cart,
  summary: 'Updates the quantity of a line item',
  body: UpdateCartLine,
  responses: { 200: Cart },
  errors: [403, 404, 415, 422],
})
export const removeCartLineCall = defineCall('removeCartLine', {
  redirectTo: pagePaths.cart,
  summary: 'Removes a line item from the cart',
  body: RemoveCartLine,
  responses: { 200: Cart },
  errors: [403, 404, 415, 422],
})
