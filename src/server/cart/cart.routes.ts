import type { FastifyInstance, FastifyReply } from 'fastify'
import { MAX_CART_LINES, MAX_QUANTITY } from '#contract/base/limits.ts'
import {
  addToCartCall,
  type CartRefusal,
  readCartCall,
  removeCartLineCall,
  updateCartLineCall,
} from '#contract/cart/calls.ts'
import type { Result } from '#domain/result.ts'
import { type Caller, findCaller } from '#server/customers/caller.ts'
import type { CartOwner } from '#server/customers/cart-owner.ts'
import { findPresentedUser } from '#server/customers/present-user.ts'
import type { AccountServices } from '#server/customers/session-cache.ts'
import { fieldProblem, notFound, type ProblemError, problem } from '#server/http/errors.ts'
import { type Policy, serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { makeToken } from '#server/platform/crypto/token.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { addToCart } from './add-to-cart.ts'
import type { FilledCart } from './filled-cart.ts'
import { orderRules, presentCart } from './present-cart.ts'
import { removeCartLine } from './remove-cart-line.ts'
import { markShown, showCart } from './show-cart.ts'
import { updateCartLine } from './update-cart-line.ts'

export function cartRoutes(
  app: FastifyInstance,
  { db, sessions, settings }: AccountServices,
  visitors: Visitors,
): void {
  const rules = () => orderRules(settings)

  const shopper: Policy<Caller> = { name: 'anyone', allow: (request) => findCaller(sessions, visitors, request) }
  const findUser = ({ session }: Caller) => findPresentedUser(db, session?.user.id)

  /** A caller without a cart has no lines either. */
  function requireOwner({ cartOwner }: Caller): CartOwner {
    if (cartOwner === undefined) throw notFound()
    return cartOwner
  }

  serve(app, readCartCall, shopper, async ({ caller }) =>
    presentCart(await showCart(db, caller.cartOwner), rules(), await findUser(caller)),
  )

  serve(app, addToCartCall, shopper, async ({ body, caller, reply }) => {
    const owner = caller.cartOwner ?? makeToken()
    const input = { productId: body.id, quantity: body.quantity }
    const [result, user] = await Promise.all([addToCart(db, owner, input), findUser(caller)])
    const lines = await finishChange(reply, owner, result)
    return presentCart(lines, rules(), user, input)
  })

  serve(app, updateCartLineCall, shopper, async ({ body, caller, reply }) => {
    const owner = requireOwner(caller)
    const input = { lineId: body.id, quantity: body.quantity }
    const lines = await finishChange(reply, owner, await inTransaction(db, (trx) => updateCartLine(trx, owner, input)))
    return presentCart(lines, rules(), await findUser(caller))
  })

  serve(app, removeCartLineCall, shopper, async ({ body, caller, reply }) => {
    const owner = requireOwner(caller)
    const lines = await finishChange(
      reply,
      owner,
      await inTransaction(db, (trx) => removeCartLine(trx, owner, body.id)),
    )
    return presentCart(lines, rules(), await findUser(caller))
  })

  /** Marks the prices in the response as shown and renews a guest's cookie for the life of the cart. */
  function finishChange(reply: FastifyReply, owner: CartOwner, result: Result<FilledCart, CartRefusal>) {
    const { lines } = requireAllowed(result)
    if (typeof owner === 'string') visitors.keepCartToken(reply, owner)
    return markShown(db, lines)
  }
}

function requireAllowed(result: Result<FilledCart, CartRefusal>): FilledCart {
  if (result.ok) return result
  throw toProblem(result.refusal)
}

function toProblem(refusal: CartRefusal): ProblemError {
  switch (refusal.code) {
    case 'not_for_sale':
      return fieldProblem(refusal.code, 'id', 'This product is no longer available.')
    case 'sold_out': {
      const message =
        refusal.remaining > 0
          ? `Only ${refusal.remaining} of this product ${refusal.remaining === 1 ? 'is' : 'are'} left.`
          : 'This product is sold out.'
      return problem(refusal.code, message, { errors: { quantity: message }, remaining: refusal.remaining })
    }
    case 'over_limit':
      return fieldProblem(refusal.code, 'quantity', `You can order up to ${MAX_QUANTITY} of one product.`)
    case 'cart_full':
      return problem(refusal.code, `A cart can have up to ${MAX_CART_LINES} different products.`)
    case 'not_found':
      return notFound()
  }
}
