import type { FastifyInstance } from 'fastify'
import { faqsCall, shopCall, statesCall } from '#contract/content/calls.ts'
import { termsCall } from '#contract/content/terms.ts'
import { cacheTags, isUnbounded } from '#contract/page-tags.ts'
import { type CachingServices, serveCached } from '#server/http/pages/serve-cached.ts'
import { findStates } from './content.queries.ts'
import { readPublished } from './documents/read-documents.ts'
import { presentFaqs } from './present-content.ts'
import { searchFaqs } from './search-faqs.ts'
import { showShop } from './show-shop.ts'
import { findTerms } from './terms.queries.ts'

export function contentRoutes(app: FastifyInstance, services: CachingServices): void {
  const { db, settings } = services
  serveCached(
    app,
    services,
    faqsCall,
    cacheTags.faqs,
    async ({ query }) => ({ data: searchFaqs(presentFaqs(await readPublished(db, 'faqs')), query.q) }),
    isUnbounded.faqs,
  )
  serveCached(app, services, shopCall, cacheTags.shop, () => showShop(db, settings))
  serveCached(app, services, statesCall, cacheTags.states, () => findStates(db))
  serveCached(app, services, termsCall, cacheTags.terms, async () => {
    const terms = await findTerms(db)
    return { terms: terms ? { ...terms, published_at: terms.published_at.toISOString() } : null }
  })
}
