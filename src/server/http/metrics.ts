import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Config } from '#server/platform/config.ts'
import { notFound } from './errors.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Lets a module register its own metrics. */
export type AddMetrics = (registry: Registry) => void

/** Counts by route, never by URL: a URL can contain private data. */
export function serveMetrics(app: FastifyInstance, config: Config, addMetrics: readonly AddMetrics[]): void {
  const registry = new Registry()
  // In milliseconds. The default of 10 would wake an idle shop a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3],
    registers: [registry],
  })
  for (const add of addMetrics) add(registry)

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', { config: { policy: 'this machine or the token' } }, async (request, reply) => {
    if (!canRead(request, config)) throw notFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Requires the bearer token if one is set. Without one, only requests from this machine are allowed, and none through a
 * proxy, which would make every request look local (docs/product §11.1).
 */
function canRead({ headers, socket }: FastifyRequest, { metricsToken, trustProxy }: Config): boolean {
  if (metricsToken !== undefined) return isSame(headers.authorization ?? '', `Bearer ${metricsToken}`)
  if (trustProxy !== undefined && trustProxy !== '0') return false
  return !FORWARDING_HEADERS.some((name) => headers[name] !== undefined) && LOOPBACK.has(socket.remoteAddress ?? '')
}

/** Compares in constant time; digests have a fixed length, so the token's length does not leak either. */
const isSame = (actual: string, expected: string): boolean => timingSafeEqual(digest(actual), digest(expected))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
