import type { FastifyInstance } from 'fastify'
import { fillPath, pagePaths, pagePatterns } from '#contract/paths.ts'
import { notFound } from '#server/http/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { findCategory } from './catalog.queries.ts'
import { findProductByHandle } from './old-addresses.queries.ts'
import { productUrl } from './urls.ts'

const config = { policy: 'anyone' }

/** Pages by the usual slugs that they have in such a shop. */
const formerPages = {
  about: pagePaths.about,
  'about-us': pagePaths.about,
  contact: pagePaths.contact,
  'contact-us': pagePaths.contact,
  faq: pagePaths.faqs,
  faqs: pagePaths.faqs,
  'terms-of-service': pagePaths.terms,
}

/** Redirects addresses of a former Shopify shop, which bookmarks and search engines still have. */
export function oldAddressRoutes(app: FastifyInstance, { db }: Services): void {
  const redirect = (from: string, to: string) =>
    app.get(from, { config }, async (_request, reply) => reply.redirect(to, 301))
  redirect('/cart', pagePaths.cart)
  redirect('/checkout', pagePaths.cart)
  redirect('/collections', pagePaths.packages)
  redirect('/collections/all', pagePaths.packages)
  redirect('/products', pagePaths.packages)
  for (const [slug, path] of Object.entries(formerPages)) redirect(fillPath(pagePatterns.contentPage, { slug }), path)
  // Requested by password managers (W3C, A Well-Known URL for Changing Passwords).
  app.get('/.well-known/change-password', { config }, async (_request, reply) =>
    reply.redirect(pagePaths.accountPassword, 302),
  )

  app.get<{ Params: { handle: string } }>('/products/:handle', { config }, async ({ params }, reply) => {
    const product = isText(params.handle) ? await findProductByHandle(db, params.handle.toLowerCase()) : undefined
    if (!product) throw notFound()
    return reply.redirect(productUrl(product.id), 301)
  })

  app.get<{ Params: { slug: string } }>('/collections/:slug', { config }, async ({ params }, reply) => {
    const category = isText(params.slug) ? await findCategory(db, params.slug.toLowerCase()) : undefined
    if (!category) throw notFound()
    return reply.redirect(`${pagePaths.packages}?${new URLSearchParams({ category: category.slug })}`, 301)
  })
}

/** PostgreSQL rejects text with a NUL. */
const isText = (text: string): boolean => !text.includes('\0')
