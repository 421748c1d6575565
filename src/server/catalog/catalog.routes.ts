import type { FastifyInstance } from 'fastify'
import { listingCall, productCall } from '#contract/catalog.ts'
import { notFound } from '#server/errors.ts'
import { anyone, serve } from '#server/serve.ts'
import type { Services } from '#server/services.ts'
import { listProducts } from './list-products.ts'
import { presentProduct } from './present-product.ts'
import { findProduct, findRelated } from './product.queries.ts'

const MOST_RELATED = 4

export function catalogRoutes(app: FastifyInstance, { db }: Services): void {
  serve(app, listingCall, anyone, ({ query }) => listProducts(db, query))

  serve(app, productCall, anyone, async ({ params }) => {
    const product = await findProduct(db, params.product_id)
    if (!product) throw notFound()
    return presentProduct(product, await findRelated(db, product.id, MOST_RELATED))
  })
}
