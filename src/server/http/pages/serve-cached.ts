import type { FastifyInstance } from 'fastify'
import type { Call } from '#contract/base/call.ts'
import { isInProcess } from '#server/http/in-process-transport.ts'
import { anyone, type Handler, type ResponseBody, serve } from '#server/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import type { ReadyPage } from './make-pages.ts'
import { makeFilling, packText } from './packed/index.ts'
import type { PageCache } from './page-cache.ts'
import { responseHeaders } from './page-headers.ts'
import { sendPage } from './send-page.ts'

/** Responses with longer keys are served but not cached, because search words can be arbitrarily long. */
const MAX_KEY_LENGTH = 500
const EMPTY_FILLING = makeFilling('', '')

/** Services of the modules whose responses are cached. */
export type CachingServices = Services & { pageCache: PageCache<ReadyPage> }

type Input<C extends Call> = Parameters<Handler<C, void>>[0]

/**
 * Serves a call whose response is the same for everyone. The response is cached together with the pages, compressed
 * like them, until one of its tags changes. `isEndless` marks requests that anyone can make up: they get a small
 * share of the cache. `findCurrentUrl` names the URL to which a former one redirects; pages get the response at once.
 */
export function serveCached<const C extends Call>(
  app: FastifyInstance,
  { pageCache }: Pick<CachingServices, 'pageCache'>,
  call: C,
  listTags: (response: ResponseBody<C>) => readonly string[],
  handler: (input: Pick<Input<C>, 'params' | 'query'>) => Promise<ResponseBody<C>>,
  isEndless?: (query: Input<C>['query'], response: ResponseBody<C>) => boolean,
  findCurrentUrl?: (query: Input<C>['query'], response: ResponseBody<C>) => string | undefined,
): void {
  const schema = call.responses[200]
  if (!schema) throw new Error(`${call.path} defines no response to cache`)
  serve(app, call, anyone, async ({ params, query, request, reply }) => {
    // Must not look like a URL (no leading slash): those are served before the framework, as pages.
    const key = `response ${call.path} ${JSON.stringify([params, query])}`
    const page = await pageCache.get(key, async () => {
      const response = await handler({ params, query })
      const location = findCurrentUrl?.(query, response)
      const value: ReadyPage = {
        ...packText(JSON.stringify(schema.parse(response))),
        ...{ status: 200, headers: responseHeaders },
        ...(location !== undefined && { location }),
      }
      const endless = isEndless?.(query, response) ?? false
      return { value, tags: listTags(response), cacheable: key.length <= MAX_KEY_LENGTH, endless }
    })
    if (page.location !== undefined && !isInProcess(request)) return reply.redirect(page.location, 301)
    reply.hijack()
    sendPage(request.raw, reply.raw, page, EMPTY_FILLING, [], request.id)
    return reply
  })
}
