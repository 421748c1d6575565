import type { FastifyInstance } from 'fastify'
import { claimOrdersCall, invoiceCall, orderCall, ordersCall, proveEmailCall } from '#contract/customers/calls.ts'
import type { Order } from '#contract/orders/calls.ts'
import { linkExpiredProblem } from '#server/customers/account.errors.ts'
import { findCaller } from '#server/customers/caller.ts'
import { CLAIMS_PER_ACCOUNT, EMAILED_LINKS_PER_IP } from '#server/customers/limits.ts'
import type { AccountServices } from '#server/customers/session-cache.ts'
import { makeSignedInPolicy } from '#server/customers/signed-in.ts'
import { notFound } from '#server/http/errors.ts'
import { ipKey } from '#server/http/ip-key.ts'
import { anyone, serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { makeLimit } from '#server/identity/credentials/limit.ts'
import { hashToken } from '#server/platform/crypto/token.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { claimByLink, claimOrders } from './claim-orders.ts'
import { sendInvoice } from './send-invoice.ts'
import { findUserOrder, listUserOrders } from './user-orders.ts'

/**
 * Finds an order by id and user together: missing orders and those of other accounts give the same response
 * (docs/security §4.2.6).
 */
export function userOrderRoutes(app: FastifyInstance, services: AccountServices, visitors: Visitors): void {
  const { db, settings, sessions } = services
  const signedIn = makeSignedInPolicy(sessions, visitors)
  const limit = makeLimit(services)

  serve(app, ordersCall, signedIn, ({ query, caller: { user } }) => listUserOrders(db, user.id, query.offset))

  async function getUserOrder(userId: UserId, orderId: number): Promise<Order> {
    const order = await findUserOrder(db, userId, orderId)
    if (!order) throw notFound()
    return order
  }

  serve(app, orderCall, signedIn, ({ params, caller: { user } }) => getUserOrder(user.id, params.order_id))

  serve(app, invoiceCall, signedIn, async ({ params, caller: { user }, reply }) =>
    sendInvoice(reply, await getUserOrder(user.id, params.order_id), settings),
  )

  serve(app, claimOrdersCall, signedIn, async ({ caller: { user } }) => {
    await limit([{ ...CLAIMS_PER_ACCOUNT, key: user.email }])
    return inTransaction(db, (trx) => claimOrders(trx, user.id, services))
  })

  serve(app, proveEmailCall, anyone, async ({ body, request }) => {
    await limit([{ ...EMAILED_LINKS_PER_IP, key: ipKey(request.ip) }])
    const { session } = await findCaller(sessions, visitors, request)
    const tokenHash = hashToken(body.token)
    const result = await inTransaction(db, (trx) => claimByLink(trx, tokenHash, session, services))
    if (!result.ok) throw linkExpiredProblem()
    return { claimed: result.claimed, mailed: result.mailed }
  })
}
