import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  addToCartCall,
  type Cart,
  type CartRefusal,
  readCartCall,
  removeCartLineCall,
  updateCartLineCall,
} from '#contract/cart.ts'
import { MAX_CART_LINES, MAX_QUANTITY } from '#contract/limits.ts'
import { inTransaction } from '../database/transaction.ts'
import { notFound, type ProblemError, problem, wantsPage } from '../errors.ts'
import { anyone, serve } from '../serve.ts'
import type { Services } from '../services.ts'
import type { Visitors } from '../visitor.ts'
import { addToCart } from './add-to-cart.ts'
import { makeCartToken } from './cart-token.ts'
import type { FilledCart, Refused } from './filled-cart.ts'
import { presentCart } from './present-cart.ts'
import { removeCartLine } from './remove-cart-line.ts'
import { showCart } from './show-cart.ts'
import { updateCartLine } from './update-cart-line.ts'

export function cartRoutes(app: FastifyInstance, { db, settings }: Services, visitors: Visitors): void {
  const minimum = () => settings.get('minimum_sub_total')

  serve(app, readCartCall, anyone, async ({ request }) =>
    presentCart(await showCart(db, visitors.cartToken(request)), minimum()),
  )

  serve(app, addToCartCall, anyone, async ({ body, request, reply }) => {
    const known = visitors.cartToken(request)
    const token = known ?? makeCartToken()
    const wanted = { productId: body.id, quantity: body.quantity }
    const { lines } = allowed(await inTransaction(db, (trx) => addToCart(trx, token, wanted)))
    visitors.keepCartToken(reply, token)
    return answer(request, reply, presentCart(lines, minimum(), wanted))
  })

  serve(app, updateCartLineCall, anyone, async ({ body, request, reply }) => {
    const token = visitors.cartToken(request) ?? ''
    const wanted = { lineId: body.id, quantity: body.quantity }
    const { lines } = allowed(await inTransaction(db, (trx) => updateCartLine(trx, token, wanted)))
    return answer(request, reply, presentCart(lines, minimum()))
  })

  serve(app, removeCartLineCall, anyone, async ({ body, request, reply }) => {
    const token = visitors.cartToken(request) ?? ''
    const { lines } = allowed(await inTransaction(db, (trx) => removeCartLine(trx, token, body.id)))
    return answer(request, reply, presentCart(lines, minimum()))
  })
}

/** A script gets the cart; a bare form is sent to the page that shows it. */
function answer(request: FastifyRequest, reply: FastifyReply, cart: Cart): Cart | FastifyReply {
  return wantsPage(request) ? reply.redirect('/checkout/cart', 303) : cart
}

function allowed(result: FilledCart | Refused<CartRefusal>): FilledCart {
  if (result.ok) return result
  throw told(result.refusal)
}

function told(refusal: CartRefusal): ProblemError {
  switch (refusal.code) {
    case 'not_for_sale':
      return problem(422, 'This product is not for sale.', { id: 'This product is not for sale.' })
    case 'sold_out': {
      const sentence = refusal.left > 0 ? `Only ${refusal.left} of this product are left.` : 'This product is sold out.'
      return problem(422, sentence, { quantity: sentence })
    }
    case 'over_limit': {
      const sentence = `A cart holds at most ${MAX_QUANTITY} of one product.`
      return problem(422, sentence, { quantity: sentence })
    }
    case 'cart_full':
      return problem(422, `A cart holds at most ${MAX_CART_LINES} different products.`)
    case 'no_such_line':
      return notFound()
  }
}
