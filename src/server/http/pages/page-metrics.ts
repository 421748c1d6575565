import { Counter, Gauge, type Registry } from 'prom-client'
import type { CachedPages } from './cached-pages.ts'

export function registerPageMetrics(
  registry: Registry,
  pageCache: { readonly bytes: number },
  cachedPages: CachedPages,
): void {
  new Gauge({
    name: 'page_cache_bytes',
    help: 'Memory of the cached pages',
    registers: [registry],
    collect() {
      this.set(pageCache.bytes)
    },
  })
  new Counter({
    name: 'page_cache_hits_total',
    help: 'Pages served from memory before the framework, which http_request_duration_seconds does not count',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(cachedPages.served)
    },
  })
}
