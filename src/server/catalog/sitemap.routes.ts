import type { FastifyInstance } from 'fastify'
import { MAX_CONTENT_PAGES } from '#contract/base/limits.ts'
import { contentPagePath, pagePaths } from '#contract/paths.ts'
import { listPublishedPages } from '#server/content/documents/read-documents.ts'
import type { Services } from '#server/platform/services.ts'
import { listSitemapPosts } from '#server/posts/list-posts.ts'
import { findSitemapProducts } from './sitemap.queries.ts'
import { productUrl } from './urls.ts'

const { home, packages, posts, faqs, productFinder } = pagePaths
const PAGES = [home, packages, posts, faqs, productFinder]
const MAX_URLS = 50_000

/** Serves search engines: every product for sale, every public post, the pages that owners wrote, and the disallowed paths (docs/product §7). */
export function sitemapRoutes(app: FastifyInstance, { db, config }: Services): void {
  app.get('/robots.txt', { config: { policy: 'anyone' } }, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        `User-agent: *\nDisallow: /checkout/\nDisallow: /account/\nDisallow: /orders/\n\nSitemap: ${config.publicUrl}/sitemap.xml\n`,
      ),
  )
  app.get('/sitemap.xml', { config: { policy: 'anyone' } }, async (_request, reply) => {
    // Half of a sitemap for each, so that neither can push the other out.
    const limit = (MAX_URLS - MAX_CONTENT_PAGES) / 2 - PAGES.length
    const [products, posts, pages] = await Promise.all([
      findSitemapProducts(db, limit),
      listSitemapPosts(db, limit),
      listPublishedPages(db),
    ])
    const toEntry = (path: string, changedAt: Date) =>
      `<url><loc>${config.publicUrl}${path}</loc><lastmod>${changedAt.toISOString()}</lastmod></url>`
    const entries = [
      ...PAGES.map((path) => `<url><loc>${config.publicUrl}${path}</loc></url>`),
      ...pages.map(({ slug, publishedAt }) => toEntry(contentPagePath(slug), publishedAt)),
      ...products.map(({ id, updated_at }) => toEntry(productUrl(id), updated_at)),
      ...posts.map(({ path, changedAt }) => toEntry(path, changedAt)),
    ]
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
      )
  })
}
