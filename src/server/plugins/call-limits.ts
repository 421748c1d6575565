import type { FastifyInstance, onRequestHookHandler, RouteShorthandOptions } from 'fastify'
import type { Call } from '#contract/call.ts'

const WINDOW = '1 minute'
const shared = new WeakMap<FastifyInstance, Map<string, onRequestHookHandler>>()

/** Rate-limits a call per IP address, where it has a limit of its own. */
export function limitOf(app: FastifyInstance, { callsAMinute: max, countedWith }: Call): RouteShorthandOptions {
  // Without the plugin nothing is counted (RATE_LIMITS=off).
  if (max === undefined || !app.hasDecorator('rateLimit')) return {}
  if (countedWith === undefined) return { config: { rateLimit: { max, timeWindow: WINDOW } } }
  // The plugin keeps one count per route; a handler shared by several routes shares its count.
  const handlers = shared.get(app) ?? new Map<string, onRequestHookHandler>()
  shared.set(app, handlers)
  const handler = handlers.get(countedWith) ?? app.rateLimit({ max, timeWindow: WINDOW })
  handlers.set(countedWith, handler)
  return { config: { rateLimit: false }, onRequest: handler }
}
