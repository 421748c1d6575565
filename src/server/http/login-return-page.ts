import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pagePaths } from '#contract/paths.ts'
import { nextPage } from '#domain/customers/next-page.ts'
import type { Config } from '#server/platform/config.ts'
import { isOwnOrigin } from './own-origin.ts'
import { choosePostLanguage } from './post-language.ts'

const LOGIN = pagePaths.login
/** Reports whether the redirect below may apply; if so, a cached page of the form must not be sent instead. */
const canReturn = ({ url, headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean =>
  url === LOGIN && headers.referer !== undefined

/** Reports whether a request may get a redirect that depends on its headers, so that no cached page may be sent. */
export const needsRedirect = (request: IncomingMessage): boolean =>
  canReturn(request) || choosePostLanguage(request) !== undefined

/**
 * First path segments of pages that a sign-in may return to. Pages with a token in their path or query are never
 * included.
 */
const RETURN_SEGMENTS = new Set([
  'packages',
  'faqs',
  'about',
  'contact',
  'product-finder',
  'docs',
  'posts',
  'checkout',
  'account',
])

/**
 * Adds the previous page as `next`, because the header's link to /login cannot name it: pages with that link are the
 * same for everyone. When the link is clicked before scripts have loaded, the browser sends the page as referrer, and
 * that page becomes `next`. A form submitted without scripts redirects there as well.
 */
export function addLoginReturnPage(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', (request, reply, done) => {
    const next = canReturn(request.raw) && request.method === 'GET' ? findPreviousPage(request, config) : undefined
    if (next === undefined) return done()
    reply.header('cache-control', 'private, no-store').redirect(`${LOGIN}?next=${encodeURIComponent(next)}`, 302)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.method === 'POST' && request.url === LOGIN && reply.statusCode === 303) {
      reply.header('location', readNext(request, config))
    }
    done(null, payload)
  })
}

/** Returns `next` of the page whose form was sent; the home page if there is none. */
function readNext(request: FastifyRequest, config: Config): string {
  const { referer } = request.headers
  if (referer === undefined || !isOwnOrigin(referer, request, config)) return '/'
  const { pathname, searchParams, origin } = new URL(referer)
  return pathname === LOGIN ? nextPage(searchParams.get('next'), origin) : '/'
}

function findPreviousPage(request: FastifyRequest, config: Config): string | undefined {
  const { referer } = request.headers
  if (referer === undefined || !isOwnOrigin(referer, request, config)) return undefined
  const { pathname, search } = new URL(referer)
  return RETURN_SEGMENTS.has(pathname.split('/', 2)[1] ?? '') ? pathname + search : undefined
}
