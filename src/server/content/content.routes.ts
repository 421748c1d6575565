import type { FastifyInstance } from 'fastify'
import { faqsCall, shopCall, statesCall } from '#contract/content.ts'
import { tagsOf } from '#contract/page-tags.ts'
import { anyone, serve } from '#server/http/serve.ts'
import { type CachingServices, serveCached } from '#server/page/serve-cached.ts'
import { findFaqs, findStates } from './content.queries.ts'
import { presentShop } from './present-content.ts'

export function contentRoutes(app: FastifyInstance, services: CachingServices): void {
  const { db, settings } = services
  serveCached(app, services, faqsCall, tagsOf.faqs, async () => ({ data: await findFaqs(db) }))
  serve(app, shopCall, anyone, async () => presentShop(settings))
  serveCached(app, services, statesCall, tagsOf.states, () => findStates(db))
}
