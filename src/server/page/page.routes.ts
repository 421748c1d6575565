import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { declaredSearch } from './declared-search.ts'
import { makePages, type PageServices, type ReadyPage } from './make-pages.ts'
import type { PersonalPart } from './personal-part.ts'
import { sendPage } from './send-page.ts'

/**
 * GET and HEAD of every address in the table of pages (src/web/routes.tsx), and the files they load. Anyone may open
 * them: what a page shows it asks the calls for, and those have policies of their own.
 */
export async function pageRoutes(app: FastifyInstance, services: PageServices): Promise<void> {
  const { renderer, personalParts, fill } = services
  const pages = makePages(app, services)
  await renderer.serveAssets(app)

  for (const { path, page: kind, params } of renderer.pageAddresses) {
    const keeping = kind === 'public' ? 'no-cache' : 'no-store'
    app.get(path, { config: { policy: 'anyone' } }, async (request, reply) => {
      // A parameter may be empty: "/packages/" comes here as a product without an id.
      if (hasSlash(request)) return withoutSlash(request, reply)
      const address = addressOf(request, params)
      if (kind === 'personal') {
        const mine = await personalParts.of(request)
        return send(request, reply, await pages.own(address, request, mine.personal), mine, true)
      }
      const [page, mine] = await Promise.all([pages.shared(address, keeping), personalParts.of(request)])
      return send(request, reply, page, mine, false)
    })
  }

  const patterns = renderer.pageAddresses.map(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`))

  function withoutSlash(request: FastifyRequest, reply: FastifyReply) {
    const { path, search } = splitUrl(request)
    const stripped = path.replace(/\/+$/, '')
    // Only to addresses of ours: "//elsewhere.example/" must not become a redirect to another site.
    if (!patterns.some((pattern) => pattern.test(stripped))) return reply.callNotFound()
    return reply.redirect(stripped + search, 308)
  }

  app.get('/*', { config: { policy: 'anyone' } }, (request, reply) =>
    hasSlash(request) ? withoutSlash(request, reply) : reply.callNotFound(),
  )

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    page: ReadyPage,
    { personal, setCookies }: PersonalPart,
    own: boolean,
  ): FastifyReply {
    if (page.location !== undefined) {
      return reply.header('set-cookie', [...setCookies]).redirect(page.location, page.status)
    }
    reply.hijack()
    sendPage(request.raw, reply.raw, page, fill(personal, own), setCookies, request.id)
    return reply
  }
}

function hasSlash({ raw: { url = '/' } }: FastifyRequest): boolean {
  const mark = url.indexOf('?')
  const end = mark === -1 ? url.length : mark
  return end > 1 && url.charCodeAt(end - 1) === 47
}

function splitUrl(request: FastifyRequest): { path: string; search: string } {
  const url = request.raw.url ?? '/'
  const mark = url.indexOf('?')
  return mark === -1 ? { path: url, search: '' } : { path: url.slice(0, mark), search: url.slice(mark) }
}

function addressOf(request: FastifyRequest, params: readonly string[]): string {
  const { path, search } = splitUrl(request)
  return search === '' ? path : path + declaredSearch(params, search)
}
