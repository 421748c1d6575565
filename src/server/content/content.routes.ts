import type { FastifyInstance } from 'fastify'
import { faqsCall, homeCall, shopCall, statesCall } from '#contract/content.ts'
import { listFeatured } from '#server/catalog/list-featured.ts'
import { anyone, serve } from '#server/serve.ts'
import type { Services } from '#server/services.ts'
import { findFaqs, findHome, findStates } from './content.queries.ts'
import { presentShop, presentSlide } from './present-content.ts'

export function contentRoutes(app: FastifyInstance, { db, settings }: Services): void {
  serve(app, homeCall, anyone, async () => {
    const { slides, popups } = await findHome(db)
    return { slides: slides.map(presentSlide), popups, featured: await listFeatured(db) }
  })
  serve(app, faqsCall, anyone, async () => ({ data: await findFaqs(db) }))
  serve(app, shopCall, anyone, async () => presentShop(settings))
  serve(app, statesCall, anyone, () => findStates(db))
}
