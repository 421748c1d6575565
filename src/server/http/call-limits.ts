import type { FastifyInstance, onRequestHookHandler, RouteShorthandOptions } from 'fastify'
import type { Call } from '#contract/call.ts'

const WINDOW = '1 minute'
const shared = new WeakMap<FastifyInstance, Map<string, onRequestHookHandler>>()

/** How often a call may be made from one IP address, where it has a limit of its own. */
export function limitOf(
  app: FastifyInstance,
  { callsPerMinute: max, rateLimitGroup: group }: Call,
): RouteShorthandOptions {
  // Without the plugin nothing is counted (RATE_LIMITS=off).
  if (max === undefined || !app.hasDecorator('rateLimit')) return {}
  if (group === undefined) return { config: { rateLimit: { max, timeWindow: WINDOW } } }
  // The plugin keeps a count for each route; one handler on several routes is one count.
  const handlers = shared.get(app) ?? new Map<string, onRequestHookHandler>()
  shared.set(app, handlers)
  const handler = handlers.get(group) ?? app.rateLimit({ max, timeWindow: WINDOW, groupId: group })
  handlers.set(group, handler)
  return { config: { rateLimit: false }, onRequest: handler }
}
