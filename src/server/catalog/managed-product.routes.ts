import type { FastifyInstance } from 'fastify'
import { managedProductCall } from '#contract/catalog/admin-calls.ts'
import { notFound } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { Services } from '#server/platform/services.ts'
import { findManagedProduct } from './managed-product.queries.ts'
import { presentManaged } from './present-managed.ts'

/** Serves products as sold, read-only in the back office; they are changed by imports. */
export function managedProductRoutes(app: FastifyInstance, services: Services): void {
  const { permitted } = makeStaffPolicies(services)

  serve(app, managedProductCall, permitted(managedProductCall), async ({ params }) => {
    const row = await findManagedProduct(services.db, params.product_id)
    if (!row) throw notFound()
    return presentManaged(row)
  })
}
