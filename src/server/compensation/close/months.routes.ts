import type { FastifyInstance } from 'fastify'
import { monthsCall } from '#contract/admin-month.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { makeStaffPolicies } from '#server/staff/find-staff.ts'
import { listMonths, listMonthsToClose } from './list-months.ts'

/** How far the months are, for who closes them (docs/back-office §5). */
export function monthRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services
  const { permitted } = makeStaffPolicies(services)

  serve(app, monthsCall, permitted(monthsCall), async ({ query }) => ({
    data: await (query.only ? listMonthsToClose : listMonths)(db, new Date(), settings.get('settling_days')),
  }))
}
