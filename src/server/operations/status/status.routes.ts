import type { FastifyInstance } from 'fastify'
import { statusCall } from '#contract/operations/status.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { Services } from '#server/platform/services.ts'
import { evaluateHealth } from './evaluate-health.ts'
import { readMetrics, type StatusServices } from './read-metrics.ts'

/** Serves the health of the shop to owners. */
export function statusRoutes(app: FastifyInstance, services: StatusServices & Services): void {
  const { permitted } = makeStaffPolicies(services)

  serve(app, statusCall, permitted(statusCall), async () => {
    const now = new Date()
    return {
      checked_at: now.toISOString(),
      checks: evaluateHealth(await readMetrics(services), now).map(({ advice, ...check }) => ({
        ...check,
        advice: advice ?? null,
      })),
    }
  })
}
