import type { FastifyInstance } from 'fastify'
import { listingCall, productCall } from '#contract/catalog/calls.ts'
import { homeCall } from '#contract/content/calls.ts'
import { cacheTags, isUnbounded } from '#contract/page-tags.ts'
import { showHome } from '#server/content/show-home.ts'
import { notFound } from '#server/http/errors.ts'
import { type CachingServices, serveCached } from '#server/http/pages/serve-cached.ts'
import { listNewestPosts } from '#server/posts/list-posts.ts'
import { listFeatured } from './list-featured.ts'
import { listProducts } from './list-products.ts'
import { presentProduct } from './present-product.ts'
import { findProduct, findRelated } from './product.queries.ts'

const MAX_RELATED = 4
const MAX_POSTS = 3

export function catalogRoutes(app: FastifyInstance, services: CachingServices): void {
  const { db } = services
  serveCached(app, services, homeCall, cacheTags.home, async () => ({
    ...(await showHome(db)),
    featured: await listFeatured(db),
    posts: await listNewestPosts(db, MAX_POSTS),
  }))

  serveCached(
    app,
    services,
    listingCall,
    cacheTags.listing,
    ({ query }) => listProducts(db, query),
    isUnbounded.listing,
  )

  serveCached(app, services, productCall, cacheTags.product, async ({ params }) => {
    const product = await findProduct(db, params.product_id)
    if (!product) throw notFound()
    return presentProduct(product, await findRelated(db, product.id, MAX_RELATED))
  })
}
