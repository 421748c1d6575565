import { messages } from '#contract/base/messages.ts'
import type { Cart } from '#contract/cart/calls.ts'
import { formatDollars, toCents } from '#domain/money/money.ts'

/** Reason why this cart cannot be ordered; undefined when it can. */
export function checkoutBlockReason(cart: Cart | null): string | undefined {
  if (!cart || cart.line_items.length === 0) return messages.cartEmpty
  if (cart.order_block_reason) return cart.order_block_reason
  const unavailable = cart.line_items.filter(({ available }) => !available)
  const [line] = unavailable
  if (line && unavailable.length === 1) {
    return `${line.product.product_name} is not available in this quantity. Reduce the quantity or remove it to check out.`
  }
  if (line) {
    return `${unavailable.length} products are not available in the quantities you chose. Reduce or remove them to check out.`
  }
  const missing = toCents(cart.minimum_sub_total) - toCents(cart.sub_total)
  if (missing <= 0) return undefined
  return `The minimum order is ${formatDollars(cart.minimum_sub_total)}. Add ${formatDollars(missing / 100)} more to check out.`
}

/** Navigation state of a checkout step's redirect to the cart, which then shows the reason. */
export const cartRedirectState = { sentBack: true } as const
export const isCartRedirect = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'sentBack' in state
