import type { FastifyInstance, onRequestHookHandler, RouteShorthandOptions } from 'fastify'
import type { Call } from '#contract/base/call.ts'

const WINDOW = '1 minute'
const shared = new WeakMap<FastifyInstance, Map<string, onRequestHookHandler>>()

/** Limits calls per IP address for calls that declare their own limit. */
export function limitOf(
  app: FastifyInstance,
  { callsPerMinute: max, rateLimitGroup: group }: Call,
): RouteShorthandOptions {
  // Without the plugin (RATE_LIMITS=off), calls are not counted.
  if (max === undefined || !app.hasDecorator('rateLimit')) return {}
  if (group === undefined) return { config: { rateLimit: { max, timeWindow: WINDOW } } }
  // The plugin counts per route; sharing one handler between several routes shares the count.
  const handlers = shared.get(app) ?? new Map<string, onRequestHookHandler>()
  shared.set(app, handlers)
  const handler = handlers.get(group) ?? app.rateLimit({ max, timeWindow: WINDOW, groupId: group })
  handlers.set(group, handler)
  return { config: { rateLimit: false }, onRequest: handler }
}
