import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fill } from './fill.ts'
import { isAccount, type ReadyPage } from './make-pages.ts'
import type { PageCache } from './page-cache.ts'
import type { PersonalParts } from './personal-part.ts'
import { sendPage } from './send-page.ts'

type CachedPageDeps = {
  pageCache: PageCache<ReadyPage>
  fill: Fill
  personalParts: PersonalParts
}

export type CachedPages = {
  /** Returns true if a response was sent; everything else is left to the framework. */
  serve(request: IncomingMessage, response: ServerResponse): boolean
  /** Number of responses sent since startup. */
  readonly served: number
}

/**
 * Fast path for most requests: a cached page for a visitor without a cart. Nothing here waits, fails or needs a rate
 * limit, and the framework's routing, hooks and timers would cost more than sending the page.
 */
export function makeCachedPages({ pageCache, fill, personalParts }: CachedPageDeps): CachedPages {
  let served = 0
  return {
    serve(request, response) {
      if (request.method !== 'GET') return false
      // A URL with a query is cached under the parameters that the page reads, which `page.routes.ts` determines.
      const page = pageCache.find(request.url as string)
      // This path only serves guests, and guests never get a page of the account.
      if (!page || isAccount(request.url as string)) return false
      const part = personalParts.findWithoutQuery(request.headers)
      if (!part) return false
      served++
      sendPage(request, response, page, fill(part.personal, false), part.setCookies)
      return true
    },
    get served() {
      return served
    },
  }
}
