import type { FastifyInstance } from 'fastify'
import { managedOrderCall, managedOrdersCall, overpaidOrdersCall, unclearedChecksCall } from '#contract/admin-order.ts'
import { cents, toDollars } from '#domain/money.ts'
import { serve } from '#server/http/serve.ts'
import { listOverpaid, listUnclearedChecks } from '#server/payment/read-ledger.ts'
import type { Services } from '#server/platform/services.ts'
import { makeStaffPolicies } from '#server/staff/find-staff.ts'
import { listManagedOrders } from './list-managed-orders.ts'
import { requireManagedOrder } from './require-managed-order.problems.ts'

const MOST_LISTED = 1000

/** What staff see of orders (docs/back-office §3). */
export function managedOrderRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services
  const { permitted } = makeStaffPolicies(services)

  serve(app, managedOrdersCall, permitted(managedOrdersCall), ({ query }) => listManagedOrders(db, query))

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

  serve(app, unclearedChecksCall, permitted(unclearedChecksCall), async ({ query }) => ({
    data: (await listUnclearedChecks(db, settings.get('check_hold_days'), MOST_LISTED, query.which)).map(
      ({ amount_cents, clearsOn, ...check }) => ({
        ...check,
        amount: toDollars(cents(amount_cents)),
        clears_on: clearsOn,
      }),
    ),
  }))
}
