import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CSRF_HEADER } from '#contract/base/limits.ts'
import { shopMessages } from '#contract/base/messages.ts'
import type { Config } from '#server/platform/config.ts'
import { hasFile } from './bodies.ts'
import { type ProblemError, problem } from './errors.ts'
import { isOwnOrigin } from './own-origin.ts'
import type { Visitors } from './visitors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

export type AntiForgery = {
  /**
   * Reports whether a request comes from one of our own pages: by its token, sent in the header or among these fields.
   */
  isOurs(request: FastifyRequest, fields: unknown): boolean
}

export const makeAntiForgery = (config: Config, visitors: Visitors): AntiForgery => ({
  isOurs(request, fields) {
    const visitorId = visitors.findVisitor(request)
    const token = request.headers[CSRF_HEADER] ?? (fields as { _csrf?: unknown } | undefined)?._csrf
    if (visitorId === undefined || typeof token !== 'string') return false
    return visitors.isCsrfToken(visitorId, token) && !isForeign(request, config)
  },
})

export const pageExpired = (): ProblemError => problem('page_expired', shopMessages.pageExpired)

/**
 * Requires state-changing requests to come from one of our own pages (docs/product §2.3, §11.1): with the visitor's
 * token and, as a second barrier, without an `Origin` or `Sec-Fetch-Site` header that contradicts it.
 */
export function rejectForgery(app: FastifyInstance, { isOurs }: AntiForgery): void {
  app.addHook('preHandler', (request, _reply, done) => {
    if (SAFE_METHODS.has(request.method) || request.is404) return done()
    // Calls without a token declare the reason; anti-forgery.db.test.ts lists them.
    if (request.routeOptions.config.call?.withoutToken !== undefined) return done()
    // A browser without scripts sends the token in the body, which is read only after the caller has been authorized.
    if (hasFile(request) && request.headers[CSRF_HEADER] === undefined) return done()
    done(isOurs(request, request.body) ? undefined : pageExpired())
  })
}

function isForeign(request: FastifyRequest, config: Config): boolean {
  if (request.headers['sec-fetch-site'] === 'cross-site') return true
  const { origin } = request.headers
  if (origin === undefined) return false
  // A plain form on a page that sends no referrer has `null` as its origin (Fetch §3.2), as does a sandboxed frame.
  if (origin === 'null') return request.headers['sec-fetch-site'] !== 'same-origin'
  return !isOwnOrigin(origin, request, config)
}
