import type { FastifyInstance } from 'fastify'
import { listingCall, productCall, productDocumentCall, suggestionsCall } from '#contract/catalog/calls.ts'
import { homeCall } from '#contract/content/calls.ts'
import { cacheTags, isUnbounded } from '#contract/page-tags.ts'
import { formatContentDisposition, sanitizeAttachmentName } from '#server/content/uploads/attachment-name.ts'
import { sendStoredFile } from '#server/content/uploads/send-stored-file.ts'
import { notFound } from '#server/http/errors.ts'
import { type CachingServices, serveCached } from '#server/http/pages/serve-cached.ts'
import { anyone, serve } from '#server/http/serve.ts'
import { listProducts } from './list-products.ts'
import { presentProduct } from './present-product.ts'
import { findDocumentTitle, findProduct, findRelated } from './product.queries.ts'
import { showHome } from './show-home.ts'
import { suggest } from './suggest.ts'

const MAX_RELATED = 4

export function catalogRoutes(app: FastifyInstance, services: CachingServices): void {
  const { db, files } = services
  serveCached(app, services, homeCall, cacheTags.home, () => showHome(db))

  serveCached(
    app,
    services,
    listingCall,
    cacheTags.listing,
    ({ query }) => listProducts(db, query),
    isUnbounded.listing,
    ({ category: requested, q, sort, page }, { category }) =>
      category === null || category === requested
        ? undefined
        : `${listingCall.path}?${new URLSearchParams({ category, q, sort, page: String(page) })}`,
  )

  serveCached(
    app,
    services,
    suggestionsCall,
    cacheTags.suggestions,
    ({ query }) => suggest(db, query.q),
    isUnbounded.suggestions,
  )

  serveCached(app, services, productCall, cacheTags.product, async ({ params }) => {
    const product = await findProduct(db, params.product_id)
    if (!product) throw notFound()
    return presentProduct(product, await findRelated(db, product.id, MAX_RELATED))
  })

  // A download: a PDF shown by the browser could run its own scripts.
  serve(app, productDocumentCall, anyone, async ({ params: { file }, request, reply }) => {
    const title = await findDocumentTitle(db, file)
    if (title === undefined) throw notFound()
    const name = sanitizeAttachmentName(title, { ending: 'pdf', endings: ['pdf'] })
    const headers = {
      'content-disposition': formatContentDisposition(name),
      // Checked every time, because staff can remove a document.
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
    }
    return sendStoredFile(reply, files, { file, type: 'application/pdf', headers }, request)
  })
}
