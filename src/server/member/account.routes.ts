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
import type { UserId } from '../database/tables.generated.ts'
import { inTransaction } from '../database/transaction.ts'
import { notFound, type ProblemError, problem } from '../errors.ts'
import { findOwnOrder, listOwnOrders } from '../order/own-orders.ts'
import { sendInvoice } from '../order/send-invoice.ts'
import { listPoints } from '../points/list-points.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'
import type { Visitors } from '../visitor.ts'
import { MOST_ADDRESSES } from './address.queries.ts'
import { claimOrders } from './claim-orders.ts'
import { CLAIMS_OF, makeLimit } from './limits.ts'
import { stateUnknown } from './member.problems.ts'
import { presentUser } from './present-user.ts'
import { removeAddress, type SaveAddressRefusal, saveAddress } from './save-address.ts'
import { makeSignedIn } from './signed-in.ts'

/**
 * Each call finds its subject by id and user together: what does not exist and what belongs to somebody else look the
 * same (docs/security §4.2.6).
 */
export function accountRoutes(app: FastifyInstance, services: Services, visitors: Visitors): void {
  const { db, settings } = services
  const signedIn = makeSignedIn(db, visitors)
  const limit = makeLimit(services)

  serve(app, saveAddressCall, signedIn, async ({ body, who: { user } }) => {
    const saved = await inTransaction(db, (trx) => saveAddress(trx, user.id, body))
    if (!saved.ok) throw saveAddressProblem(saved.refusal)
    return presentUser(db, user.id)
  })

  serve(app, removeAddressCall, signedIn, async ({ body, who: { user } }) => {
    const removed = await inTransaction(db, (trx) => removeAddress(trx, user.id, body.address_id))
    if (!removed.ok) throw notFound()
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
    await limit([{ ...CLAIMS_OF, key: user.email }])
    return inTransaction(db, (trx) => claimOrders(trx, user.id, services))
  })

  serve(app, pointsCall, signedIn, ({ query, who: { user } }) => listPoints(db, user.id, query.offset))
}

function saveAddressProblem(refusal: SaveAddressRefusal): ProblemError {
  switch (refusal) {
    case 'state_unknown':
      return stateUnknown('state')
    case 'full':
      return problem(422, `An account holds at most ${MOST_ADDRESSES} addresses.`)
    case 'missing':
      return notFound()
  }
}
