import type { FastifyInstance } from 'fastify'
import { serverMessages } from '#contract/base/server-messages.ts'
import { guestInvoiceCall, guestOrderCall, lastOrderCall, renewGuestLinkCall } from '#contract/orders/calls.ts'
import { ORDER_LINKS_PER_IP, ORDER_LINKS_PER_ORDER } from '#server/customers/limits.ts'
import { notFound, TooManyRequestsError } from '#server/http/errors.ts'
import { ipKey } from '#server/http/ip-key.ts'
import { anyone, serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { makeLimit } from '#server/identity/credentials/limit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { isGuestKey } from './guest-link.ts'
import { openGuestOrder } from './guest-order.errors.ts'
import { mailGuestLink } from './mail-guest-link.ts'
import { readLinkedOrder } from './read-linked-order.ts'
import { findPlacedOrder } from './read-order.ts'
import { sendInvoice } from './send-invoice.ts'

export function orderRoutes(app: FastifyInstance, services: Services, visitors: Visitors): void {
  const { db, signer, settings } = services
  const limit = makeLimit(services)

  serve(app, renewGuestLinkCall, anyone, async ({ params, body, request }) => {
    await limit([{ ...ORDER_LINKS_PER_IP, key: ipKey(request.ip) }])
    if (isGuestKey(signer, await readLinkedOrder(db, params.order_id), body.key)) await mailNewLink(params.order_id)
    return { message: serverMessages.guestLinkMailed }
  })

  /**
   * Always gives the same response, even if the order has reached its limit of emails: it must not distinguish good
   * keys from bad ones.
   */
  async function mailNewLink(orderId: number): Promise<void> {
    try {
      await limit([{ ...ORDER_LINKS_PER_ORDER, key: String(orderId) }])
    } catch (error) {
      if (error instanceof TooManyRequestsError) return
      throw error
    }
    await inTransaction(db, (trx) => mailGuestLink(trx, orderId, services))
  }

  serve(app, guestOrderCall, anyone, ({ params, query }) => openGuestOrder(services, params.order_id, query.key))

  serve(app, guestInvoiceCall, anyone, async ({ params, query, reply }) =>
    sendInvoice(reply, await openGuestOrder(services, params.order_id, query.key), settings),
  )

  serve(app, lastOrderCall, anyone, async ({ request }) => {
    const orderId = visitors.lastOrderId(request)
    const order = orderId && (await findPlacedOrder(db, signer, orderId))
    if (!order) throw notFound()
    return order
  })
}
