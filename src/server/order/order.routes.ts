import type { FastifyInstance } from 'fastify'
import type { Order } from '#contract/order.ts'
import { guestInvoiceCall, guestOrderCall, lastOrderCall } from '#contract/order.ts'
import { notFound } from '../errors.ts'
import { anyone, serve } from '../serve.ts'
import type { Services } from '../services.ts'
import type { Visitors } from '../visitor.ts'
import { isGuestKey } from './guest-link.ts'
import { findPlacedOrder, findPresentedOrder } from './read-order.ts'
import { sendInvoice } from './send-invoice.ts'

export function orderRoutes(app: FastifyInstance, { db, signer, settings }: Services, visitors: Visitors): void {
  async function getGuestOrder(orderId: number, key: string): Promise<Order> {
    const order = isGuestKey(signer, orderId, key) ? await findPresentedOrder(db, orderId) : undefined
    if (!order) throw notFound()
    return order
  }

  serve(app, guestOrderCall, anyone, ({ params, query }) => getGuestOrder(params.order_id, query.key))

  serve(app, guestInvoiceCall, anyone, async ({ params, query, reply }) =>
    sendInvoice(reply, await getGuestOrder(params.order_id, query.key), settings),
  )

  serve(app, lastOrderCall, anyone, async ({ request }) => {
    const orderId = visitors.lastOrderId(request)
    const order = orderId && (await findPlacedOrder(db, signer, orderId))
    if (!order) throw notFound()
    return order
  })
}
