import type { FastifyInstance } from 'fastify'
import { guestOrderCall, lastOrderCall } from '#contract/order.ts'
import { notFound } from '../errors.ts'
import { anyone, serve } from '../serve.ts'
import type { Services } from '../services.ts'
import type { Visitors } from '../visitor.ts'
import { isGuestKey } from './guest-link.ts'
import { findPlacedOrder, findPresentedOrder } from './read-order.ts'

export function orderRoutes(app: FastifyInstance, { db, signer }: Services, visitors: Visitors): void {
  serve(app, guestOrderCall, anyone, async ({ params, query }) => {
    const order = isGuestKey(signer, params.order_id, query.key)
      ? await findPresentedOrder(db, params.order_id)
      : undefined
    if (!order) throw notFound()
    return order
  })

  serve(app, lastOrderCall, anyone, async ({ request }) => {
    const orderId = visitors.lastOrderId(request)
    const order = orderId && (await findPlacedOrder(db, signer, orderId))
    if (!order) throw notFound()
    return order
  })
}
