import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { notFound } from '../errors.ts'
import type { KeptPages } from '../page/kept-pages.ts'
import type { Services } from '../services.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Counts by route, never by address: an address can carry what is nobody's business. */
export function serveMetrics(app: FastifyInstance, { config, pageCache }: Services, keptPages: KeptPages): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3],
    registers: [registry],
  })
  new Gauge({
    name: 'page_cache_bytes',
    help: 'Memory of the pages that are kept ready to send',
    registers: [registry],
    collect() {
      this.set(pageCache.bytes)
    },
  })
  new Counter({
    name: 'kept_pages_total',
    help: 'Pages answered from memory before the framework, which http_request_seconds does not count',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(keptPages.answered)
    },
  })

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', { config: { policy: 'this machine or the token' } }, async (request, reply) => {
    if (!mayRead(request, config)) throw notFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** From this machine itself, not through a proxy on it; or with the bearer token (product.md §11). */
function mayRead(request: FastifyRequest, config: Config): boolean {
  if (config.metricsToken !== undefined) {
    const expected = Buffer.from(`Bearer ${config.metricsToken}`)
    const given = Buffer.from(request.headers.authorization ?? '')
    if (given.length === expected.length && timingSafeEqual(given, expected)) return true
  }
  const proxied = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
  return !proxied && LOOPBACK.has(request.socket.remoteAddress ?? '')
}
