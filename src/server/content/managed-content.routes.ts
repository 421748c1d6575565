import type { FastifyInstance } from 'fastify'
import { managedContentCall } from '#contract/content/admin-calls.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { Services } from '#server/platform/services.ts'
import { findFullHome } from './content.queries.ts'
import { presentSlide } from './present-content.ts'

/** Serves the home page's content, read-only in the back office. */
export function managedContentRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)

  serve(app, managedContentCall, permitted(managedContentCall), async () => {
    const { slides, popups } = await findFullHome(db)
    return { slides: slides.map(presentSlide), popups }
  })
}
