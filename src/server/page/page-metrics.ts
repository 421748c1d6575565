import { Counter, Gauge, type Registry } from 'prom-client'
import type { CachedPages } from './cached-pages.ts'

export function countPagesIn(
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
    name: 'kept_pages_total',
    help: 'Pages answered from memory before the framework, which http_request_seconds does not count',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(cachedPages.answered)
    },
  })
}
