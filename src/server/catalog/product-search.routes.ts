import type { FastifyInstance } from 'fastify'
import { productSearchCall } from '#contract/checkout/staff-orders.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { Services } from '#server/platform/services.ts'
import { presentFound } from './present-found.ts'
import { searchProducts } from './search-products.ts'

/** Lets staff search for a product by name, or scan its SKU. */
export function productSearchRoutes(app: FastifyInstance, services: Services): void {
  const { permitted } = makeStaffPolicies(services)

  serve(app, productSearchCall, permitted(productSearchCall), async ({ query }) => ({
    products: (await searchProducts(services.db, query.q)).map(presentFound),
  }))
}
