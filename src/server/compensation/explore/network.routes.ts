import type { FastifyInstance } from 'fastify'
import { networkTreeCall, orderMoneyCall, reviewFlagsCall } from '#contract/compensation/network.ts'
import { notFound } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { NetworkServices } from '../live/live-network.ts'
import { listReviewFlags } from '../review-flags/list-review-flags.ts'
import { findSalesMonth } from '../sales/sales-month.ts'
import { requireMonth } from './network.errors.ts'
import { presentShownMonth } from './present-tree.ts'
import { findFirstShownMonth } from './requested-month.ts'
import { showOrderMoney } from './show-order-money.ts'
import { showTree } from './show-tree.ts'

/** The network for staff: any member, any month (docs/back-office §4, docs/plan §12). */
export function networkRoutes(app: FastifyInstance, services: NetworkServices): void {
  const { permitted } = makeStaffPolicies(services)

  serve(app, networkTreeCall, permitted(networkTreeCall), async ({ query: { month, member_id, after } }) => {
    const tree = await showTree(services, requireMonth(month), { memberId: member_id, afterId: after })
    if (!tree) throw notFound()
    return tree
  })

  serve(app, orderMoneyCall, permitted(orderMoneyCall), ({ query: { order } }) => showOrderMoney(services, order))

  serve(app, reviewFlagsCall, permitted(reviewFlagsCall), async ({ query: { month: monthText, kind, after } }) => {
    const month = requireMonth(monthText)
    const [salesMonth, first, listed] = await Promise.all([
      findSalesMonth(services.db, month, Date.now()),
      findFirstShownMonth(services.db),
      listReviewFlags(services, month, { kind, after }),
    ])
    return { ...presentShownMonth(salesMonth, first), ...listed }
  })
}
