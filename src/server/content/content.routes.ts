import type { FastifyInstance } from 'fastify'
import { faqsCall, shopCall, statesCall } from '#contract/content/calls.ts'
import { termsCall } from '#contract/content/terms.ts'
import { cacheTags } from '#contract/page-tags.ts'
import { type CachingServices, serveCached } from '#server/http/pages/serve-cached.ts'
import { anyone, serve } from '#server/http/serve.ts'
import { findStates } from './content.queries.ts'
import { readPublished } from './documents/read-documents.ts'
import { presentFaqs, presentShop } from './present-content.ts'
import { findTerms } from './terms.queries.ts'

export function contentRoutes(app: FastifyInstance, services: CachingServices): void {
  const { db, settings } = services
  serveCached(app, services, faqsCall, cacheTags.faqs, async () => ({
    data: presentFaqs(await readPublished(db, 'faqs')),
  }))
  serve(app, shopCall, anyone, async () => presentShop(settings))
  serveCached(app, services, statesCall, cacheTags.states, () => findStates(db))
  serveCached(app, services, termsCall, cacheTags.terms, async () => {
    const terms = await findTerms(db)
    return { terms: terms ? { ...terms, published_at: terms.published_at.toISOString() } : null }
  })
}
