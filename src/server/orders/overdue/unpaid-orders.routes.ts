import type { FastifyInstance } from 'fastify'
import { unpaidOrdersCall } from '#contract/orders/overdue.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { Services } from '#server/platform/services.ts'
import { listUnpaidPage } from './list-unpaid-page.ts'

/** Serves the orders that wait for payment to staff (docs/back-office §3, Unpaid orders). */
export function unpaidOrdersRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services
  const { permitted } = makeStaffPolicies(services)

  serve(app, unpaidOrdersCall, permitted(unpaidOrdersCall), async ({ query: { filter, after } }) => {
    const paymentDays = settings.get('payment_days')
    const page = await listUnpaidPage(db, { which: filter, after, now: new Date(), paymentDays })
    return { ...page, switched_off: paymentDays === 0 }
  })
}
