import type { CartRefusal } from '#contract/cart.ts'
import { MAX_CART_LINES, MAX_QUANTITY } from '#contract/limits.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { CartOwner } from '#server/account/cart-owner.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findProductForCart, insertCart, lockCart, putLine, readLines } from './cart.queries.ts'
import type { FilledCart } from './filled-cart.ts'

/**
 * Adds a product to the owner's cart, making the cart if there is none; the same product adds up. Refuses, with nothing
 * changed: not_for_sale, sold_out, over_limit (99 of a product), cart_full (100 lines).
 */
export async function addToCart(
  trx: Transaction,
  owner: CartOwner,
  wanted: { productId: number; quantity: number },
): Promise<Result<FilledCart, CartRefusal>> {
  const cartId = (await lockCart(trx, owner)) ?? (await insertCart(trx, owner))
  const product = await findProductForCart(trx, cartId, wanted.productId)
  if (!product) return refuse({ code: 'not_for_sale' })

  const quantity = product.in_cart + wanted.quantity
  if (quantity > MAX_QUANTITY) return refuse({ code: 'over_limit' })
  if (product.stock !== null && quantity > product.stock) {
    return refuse({ code: 'sold_out', remaining: product.stock })
  }
  if (product.in_cart === 0 && product.line_count >= MAX_CART_LINES) return refuse({ code: 'cart_full' })

  await putLine(trx, { cartId, ...wanted, priceCents: product.price_cents })
  return { ok: true, lines: await readLines(trx, cartId) }
}
