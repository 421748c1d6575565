import type { FastifyInstance } from 'fastify'
import { finderCall } from '#contract/content/finder.ts'
import { contentPageCall } from '#contract/content/page.ts'
import { type ContentPreview, contentPreviewCall } from '#contract/content/preview.ts'
import { cacheTags, isUnbounded } from '#contract/page-tags.ts'
import { pageTemplates } from '#server/content/documents/page-templates.ts'
import { readNow, readPreview, readPublished, readPublishedPage } from '#server/content/documents/read-documents.ts'
import { presentAnnouncement, presentFaqs } from '#server/content/present-content.ts'
import { showNavigation } from '#server/content/show-shop.ts'
import { notFound } from '#server/http/errors.ts'
import { type CachingServices, serveCached } from '#server/http/pages/serve-cached.ts'
import { anyone, serve } from '#server/http/serve.ts'
import { noAnswers, showFinder } from './show-finder.ts'
import { showHome } from './show-home.ts'
import { showPage } from './show-page.ts'

/**
 * Pages that owners write, the product finder, and previews of drafts. Part of the catalog, because they show products.
 */
export function contentPageRoutes(app: FastifyInstance, services: CachingServices): void {
  const { db, settings } = services

  /** Visitors can write to the shop before its owners have written the page. */
  const findDefaultPage = (slug: string) =>
    slug === 'contact' ? pageTemplates.contact({ shopName: settings.get('shop_name') }) : undefined

  serveCached(app, services, contentPageCall, cacheTags.contentPage, async ({ params: { slug } }) => {
    const body = slug.includes('\0') ? undefined : ((await readPublishedPage(db, slug)) ?? findDefaultPage(slug))
    if (!body) throw notFound()
    return showPage(db, slug, body)
  })

  serveCached(
    app,
    services,
    finderCall,
    cacheTags.finder,
    async ({ query }) => showFinder(db, await readPublished(db, 'finder'), query),
    isUnbounded.finder,
  )

  serve(app, contentPreviewCall, anyone, async ({ params }): Promise<ContentPreview> => {
    const preview = await readPreview(db, params.token)
    if (!preview) throw notFound()
    const { content, slug } = preview
    switch (content.kind) {
      case 'page':
        return { kind: 'page', page: await showPage(db, slug, content.body) }
      case 'faqs':
        return { kind: 'faqs', faqs: presentFaqs(content.body) }
      case 'finder':
        return { kind: 'finder', finder: await showFinder(db, content.body, noAnswers) }
      case 'home':
      case 'slides':
      case 'notices':
        return { kind: 'home', home: await showHome(db, { [content.kind]: content.body }) }
      case 'announcement':
        return { kind: 'announcement', announcement: presentAnnouncement(content.body, await readNow(db)) }
      case 'navigation':
        return { kind: 'navigation', navigation: await showNavigation(db, content.body) }
      case 'not_found':
        return { kind: 'not_found', not_found: content.body }
      case 'brand':
        throw notFound()
    }
  })
}
