import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serverMessages } from '#contract/base/server-messages.ts'
import { claimGuestPaymentCall, claimPaymentCall, type Order } from '#contract/orders/calls.ts'
import { fillPath, pagePatterns } from '#contract/paths.ts'
import { PAYMENT_CLAIMS_PER_SENDER } from '#server/customers/limits.ts'
import type { AccountServices } from '#server/customers/session-cache.ts'
import { makeSignedInPolicy } from '#server/customers/signed-in.ts'
import { notFound, problem, wantsPage } from '#server/http/errors.ts'
import { ipKey } from '#server/http/ip-key.ts'
import { anyone, serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { makeLimit } from '#server/identity/credentials/limit.ts'
import { openGuestOrder } from '#server/orders/guest-order.errors.ts'
import { findPresentedOrder } from '#server/orders/read-order.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { claimPayment } from './claim-payment.ts'

/** Serves payment claims by users for their own orders and by guests with a link (docs/back-office §3). */
export function unpaidRoutes(app: FastifyInstance, services: AccountServices, visitors: Visitors): void {
  const { db, sessions } = services
  const limit = makeLimit(services)

  async function claimAndRespond(input: Parameters<typeof claimPayment>[2], actor: Actor): Promise<Order> {
    const result = await inTransaction(db, (trx) => claimPayment(trx, actor, input))
    if (!result.ok && result.refusal.code === 'nothing_to_pay')
      throw problem(result.refusal.code, serverMessages.nothingToPay)
    const order = result.ok ? await findPresentedOrder(db, input.orderId) : undefined
    if (!order) throw notFound()
    return order
  }
  const toActor = (request: FastifyRequest, userId?: number): Actor => ({
    kind: 'customer',
    userId,
    address: request.ip,
    requestId: request.id,
  })

  serve(
    app,
    claimPaymentCall,
    makeSignedInPolicy(sessions, visitors),
    async ({ params, body, caller: { user }, request, reply }) => {
      await limit([{ ...PAYMENT_CLAIMS_PER_SENDER, key: user.email }])
      const { method, note } = body
      const input = { orderId: params.order_id, claimant: { userId: user.id }, method, note }
      const order = await claimAndRespond(input, toActor(request, user.id))
      return wantsPage(request)
        ? reply.redirect(fillPath(pagePatterns.accountOrder, { order_id: order.id }), 303)
        : order
    },
  )

  serve(app, claimGuestPaymentCall, anyone, async ({ params, body, request, reply }) => {
    await limit([{ ...PAYMENT_CLAIMS_PER_SENDER, key: ipKey(request.ip) }])
    const { key, method, note } = body
    const { id } = await openGuestOrder(services, params.order_id, key)
    const order = await claimAndRespond({ orderId: id, claimant: 'link_holder', method, note }, toActor(request))
    if (!wantsPage(request)) return order
    const url = `${fillPath(pagePatterns.guestOrder, { order_id: id })}?key=${encodeURIComponent(key)}`
    return reply.redirect(url, 303)
  })
}
