import type { FastifyInstance } from 'fastify'
import { dashboardCall, figuresCall } from '#contract/reporting/dashboard.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { Services } from '#server/platform/services.ts'
import { countOpenWork } from './count-open-work.ts'
import { listFirstSteps } from './list-first-steps.ts'
import { presentSeries } from './present-figures.ts'
import { readFigures } from './read-figures.ts'

/** The first page of the back office (docs/back-office §7). */
export function dashboardRoutes(app: FastifyInstance, services: Services): void {
  const { permitted } = makeStaffPolicies(services)

  serve(app, dashboardCall, permitted(dashboardCall), async ({ caller }) => ({
    waiting: await countOpenWork(services, caller, new Date()),
    first_steps: await listFirstSteps(services, caller.role),
  }))

  serve(app, figuresCall, permitted(figuresCall), async () => {
    const { days, months } = await readFigures(services.db, new Date())
    return { days: presentSeries(days), months: presentSeries(months) }
  })
}
