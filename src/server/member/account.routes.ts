import type { FastifyInstance } from 'fastify'
import {
  claimOrdersCall,
  invoiceCall,
  orderCall,
  ordersCall,
  pointsCall,
  removeAddressCall,
  saveAddressCall,
} from '#contract/account.ts'
import type { Order } from '#contract/order.ts'
import { serverMessages } from '#contract/server-messages.ts'
import { isKnownState } from '../content/is-known-state.ts'
import type { UserId } from '../database/tables.generated.ts'
import { notFound, problem } from '../errors.ts'
import { findOwnOrder, listOwnOrders } from '../order/own-orders.ts'
import { sendInvoice } from '../order/send-invoice.ts'
import { listPoints } from '../points/list-points.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'
import type { Visitors } from '../visitor.ts'
import { deleteAddress, MOST_ADDRESSES, saveAddress } from './address.queries.ts'
import { countAttempt, type Limit } from './attempts.ts'
import { claimOrders } from './claim-orders.ts'
import { presentUser } from './present-user.ts'
import { makeSignedIn } from './signed-in.ts'

/** The same limit as for mails about a forgotten password (docs/product §11.2). */
const CLAIMS_OF: Limit = { kind: 'claim of', most: 5, seconds: 60 * 60 }

/**
 * Each call finds its subject by id and user together: what does not exist and what belongs to somebody else look the
 * same (docs/security §4.2.6).
 */
export function accountRoutes(app: FastifyInstance, services: Services, visitors: Visitors): void {
  const { db, config, settings } = services
  const signedIn = makeSignedIn(db, visitors)

  serve(app, saveAddressCall, signedIn, async ({ body: { id, ...address }, who: { user } }) => {
    if (!(await isKnownState(db, address.state))) {
      throw problem(422, serverMessages.stateUnknown, { state: serverMessages.stateUnknown })
    }
    const saved = await saveAddress(db, user.id, id, address)
    if (saved === 'full') throw problem(422, `An account holds at most ${MOST_ADDRESSES} addresses.`)
    if (saved === 'missing') throw notFound()
    return presentUser(db, user.id)
  })

  serve(app, removeAddressCall, signedIn, async ({ body, who: { user } }) => {
    if (!(await deleteAddress(db, user.id, body.address_id))) throw notFound()
    return presentUser(db, user.id)
  })

  serve(app, ordersCall, signedIn, ({ query, who: { user } }) => listOwnOrders(db, user.id, query.offset))

  async function getOwnOrder(userId: UserId, orderId: number): Promise<Order> {
    const order = await findOwnOrder(db, userId, orderId)
    if (!order) throw notFound()
    return order
  }

  serve(app, orderCall, signedIn, ({ params, who: { user } }) => getOwnOrder(user.id, params.order_id))

  serve(app, invoiceCall, signedIn, async ({ params, who: { user }, reply }) =>
    sendInvoice(reply, await getOwnOrder(user.id, params.order_id), settings),
  )

  serve(app, claimOrdersCall, signedIn, async ({ who: { user } }) => {
    if (config.rateLimits) await countAttempt(db, [{ ...CLAIMS_OF, key: user.email }])
    return claimOrders(services, user.id)
  })

  serve(app, pointsCall, signedIn, ({ query, who: { user } }) => listPoints(db, user.id, query.offset))
}
