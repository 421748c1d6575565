import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { productUrl } from './addresses.ts'
import { findSitemapProducts } from './sitemap.queries.ts'

const PAGES = ['/', '/packages', '/faqs']
const MOST_ADDRESSES = 50_000

/** What search engines read: every product for sale, and which addresses are nobody's business (product.md §7). */
export function sitemapRoutes(app: FastifyInstance, { db, config }: Services): void {
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        `User-agent: *\nDisallow: /checkout/\nDisallow: /account/\nDisallow: /orders/\n\nSitemap: ${config.publicUrl}/sitemap.xml\n`,
      ),
  )
  app.get('/sitemap.xml', async (_request, reply) => {
    const products = await findSitemapProducts(db, MOST_ADDRESSES - PAGES.length)
    const addresses = [
      ...PAGES.map((path) => `<url><loc>${config.publicUrl}${path}</loc></url>`),
      ...products.map(
        ({ id, updated_at }) =>
          `<url><loc>${config.publicUrl}${productUrl(id)}</loc><lastmod>${updated_at.toISOString()}</lastmod></url>`,
      ),
    ]
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses.join('\n')}\n</urlset>\n`,
      )
  })
}
