import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { problem } from '../errors.ts'
import type { Visitors } from '../visitor.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A state-changing request must come from one of our own pages (product.md §2, §11): with the visitor's token, and, as a
 * second barrier, without an `Origin` or `Sec-Fetch-Site` that says otherwise.
 */
export function refuseForgery(app: FastifyInstance, config: Config, visitors: Visitors): void {
  app.addHook('preHandler', (request, _reply, done) => {
    if (SAFE.has(request.method) || request.is404) return done()
    const visitorId = visitors.findVisitor(request)
    const token = sentToken(request)
    const ours = visitorId !== undefined && token !== undefined && visitors.isCsrfToken(visitorId, token)
    if (ours && !isForeign(request, config)) return done()
    done(problem(403, 'This page has expired. Please reload it and try again.'))
  })
}

function sentToken(request: FastifyRequest): string | undefined {
  const header = request.headers['x-csrf-token']
  if (typeof header === 'string') return header
  const field = (request.body as { _csrf?: unknown } | undefined)?._csrf
  return typeof field === 'string' ? field : undefined
}

function isForeign(request: FastifyRequest, config: Config): boolean {
  if (request.headers['sec-fetch-site'] === 'cross-site') return true
  const { origin, host } = request.headers
  if (origin === undefined) return false
  if (config.publicUrlGiven) return origin !== new URL(config.publicUrl).origin
  // Without a PUBLIC_URL the shop answers under any name of this machine.
  return URL.parse(origin)?.host !== host
}
