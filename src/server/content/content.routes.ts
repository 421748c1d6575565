import type { FastifyInstance } from 'fastify'
import { faqsCall, homeCall, shopCall, statesCall } from '#contract/content.ts'
import { tagsOf } from '#contract/page-tags.ts'
import { listFeatured } from '#server/catalog/list-featured.ts'
import { serveKept } from '#server/page/serve-kept.ts'
import { anyone, serve } from '#server/serve.ts'
import type { Services } from '#server/services.ts'
import { findFaqs, findHome, findStates } from './content.queries.ts'
import { presentShop, presentSlide } from './present-content.ts'

export function contentRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services
  serveKept(app, services, homeCall, tagsOf.home, async () => {
    const { slides, popups } = await findHome(db)
    return { slides: slides.map(presentSlide), popups, featured: await listFeatured(db) }
  })
  serveKept(app, services, faqsCall, tagsOf.faqs, async () => ({ data: await findFaqs(db) }))
  serve(app, shopCall, anyone, async () => presentShop(settings))
  serveKept(app, services, statesCall, tagsOf.states, () => findStates(db))
}
