import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pagePaths } from '#contract/paths.ts'
import { nextPage } from '#domain/account/next-page.ts'
import type { Config } from '#server/platform/config.ts'
import { isOwnOrigin } from './own-origin.ts'

const LOGIN = pagePaths.login
/** Whether the redirect below has a say: a cached page of the form must not be sent instead. */
export const mayReturn = ({ url, headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean =>
  url === LOGIN && headers.referer !== undefined

/** First parts of the paths that a sign-in returns to. A page whose path or search has a token in it is never among them. */
const RETURNED_TO = new Set(['packages', 'faqs', 'about', 'product-finder', 'docs', 'posts', 'checkout', 'account'])

/**
 * The header's link to /login names no page to return to: the pages that have it are the same for everyone. Clicked
 * before scripts are there it is followed, and the browser says where from: that page becomes `next`. The form that is
 * sent before scripts are there leads on to it.
 */
export function returnAfterLogin(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', (request, reply, done) => {
    const next = mayReturn(request.raw) && request.method === 'GET' ? pageBefore(request, config) : undefined
    if (next === undefined) return done()
    reply.header('cache-control', 'private, no-store').redirect(`${LOGIN}?next=${encodeURIComponent(next)}`, 302)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.method === 'POST' && request.url === LOGIN && reply.statusCode === 303) {
      reply.header('location', nextOf(request, config))
    }
    done(null, payload)
  })
}

/** What the page of the form that was sent has as `next`; home where it has none. */
function nextOf(request: FastifyRequest, config: Config): string {
  const { referer } = request.headers
  if (referer === undefined || !isOwnOrigin(referer, request, config)) return '/'
  const { pathname, searchParams, origin } = new URL(referer)
  return pathname === LOGIN ? nextPage(searchParams.get('next'), origin) : '/'
}

function pageBefore(request: FastifyRequest, config: Config): string | undefined {
  const { referer } = request.headers
  if (referer === undefined || !isOwnOrigin(referer, request, config)) return undefined
  const { pathname, search } = new URL(referer)
  return RETURNED_TO.has(pathname.split('/', 2)[1] ?? '') ? pathname + search : undefined
}
