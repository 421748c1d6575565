import type { FastifyInstance, onRequestHookHandler, RouteShorthandOptions } from 'fastify'
import type { Call } from '#contract/base/call.ts'

const WINDOW = '1 minute'
const sharedHandlers = new WeakMap<FastifyInstance, Map<string, onRequestHookHandler>>()

/** Limits calls per IP address for calls that declare their own limit. */
export function rateLimitOptions(
  app: FastifyInstance,
  { callsPerMinute: max, rateLimitGroup: group }: Call,
): RouteShorthandOptions {
  // Without the plugin (RATE_LIMITS=off), calls are not counted.
  if (max === undefined || !app.hasDecorator('rateLimit')) return {}
  if (group === undefined) return { config: { rateLimit: { max, timeWindow: WINDOW } } }
  // The plugin counts per route; sharing one handler between several routes shares the count.
  const handlers = sharedHandlers.get(app) ?? new Map<string, onRequestHookHandler>()
  sharedHandlers.set(app, handlers)
  const handler = handlers.get(group) ?? app.rateLimit({ max, timeWindow: WINDOW, groupId: group })
  handlers.set(group, handler)
  return { config: { rateLimit: false }, onRequest: handler }
}
