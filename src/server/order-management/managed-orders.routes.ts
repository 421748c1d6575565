import type { FastifyInstance } from 'fastify'
import { managedOrderCall, overpaidOrdersCall, unclearedChecksCall } from '#contract/admin-order.ts'
import { managedOrdersCall } from '#contract/admin-order-list.ts'
import { ownMessages } from '#contract/messages.ts'
import { cents, toDollars } from '#domain/money.ts'
import { problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { listOverpaid, listUnclearedChecks } from '#server/payment/read-ledger.ts'
import type { Services } from '#server/platform/services.ts'
import { makeStaffPolicies } from '#server/staff/find-staff.ts'
import { listManagedOrders } from './list-managed-orders.ts'
import { sortingOf } from './order-sorts.ts'
import { requireManagedOrder } from './require-managed-order.problems.ts'

const MOST_LISTED = 1000

/** What staff see of orders (docs/back-office §3). */
export function managedOrderRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services
  const { permitted } = makeStaffPolicies(services)

  serve(app, managedOrdersCall, permitted(managedOrdersCall), async ({ query }) => {
    const { sort, direction, after, ...filter } = query
    const listed = await listManagedOrders(services, filter, sortingOf(sort, direction), after)
    if (!listed.ok) throw problem(422, ownMessages.malformed, { after: ownMessages.malformed })
    return listed
  })

  serve(app, managedOrderCall, permitted(managedOrderCall), ({ params }) =>
    requireManagedOrder(services, params.order_id),
  )

  serve(app, overpaidOrdersCall, permitted(overpaidOrdersCall), async () => ({
    data: (await listOverpaid(db, MOST_LISTED)).map(({ id, overpaidCents, ...order }) => ({
      ...order,
      order_id: id,
      overpaid: toDollars(overpaidCents),
    })),
  }))

  serve(app, unclearedChecksCall, permitted(unclearedChecksCall), async () => ({
    data: (await listUnclearedChecks(db, settings.get('check_hold_days'), MOST_LISTED)).map(
      ({ amount_cents, clearsOn, ...check }) => ({
        ...check,
        amount: toDollars(cents(amount_cents)),
        clears_on: clearsOn,
      }),
    ),
  }))
}
