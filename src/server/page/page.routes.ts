import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { declaredSearch } from './declared-search.ts'
import { makePages, type PageServices, type PersonalAnswer, type ReadyPage } from './make-pages.ts'
import { makeSendPage } from './send-page.ts'

/** GET and HEAD of every address in the table of pages (src/web/routes.tsx), and the files they load. */
export async function pageRoutes(app: FastifyInstance, services: PageServices): Promise<void> {
  const { renderer, personalFor } = services
  const pages = makePages(app, services)
  const sendPage = makeSendPage(renderer.live)
  await renderer.serveAssets(app)

  for (const { path, page: kind, params } of renderer.pageAddresses) {
    if (kind === 'personal') {
      app.get(path, async (request, reply) => {
        if (hasSlash(request)) return withoutSlash(request, reply)
        const answer = await personalFor(request)
        const page = await pages.own(addressOf(request, params), request, answer.personal)
        return send(request, reply, page, answer, 'no-store', true)
      })
      continue
    }
    const keeping = kind === 'public' ? 'no-cache' : 'no-store'
    app.get(path, (request, reply) => {
      // A parameter may be empty: "/packages/" comes here as a product without an id.
      if (hasSlash(request)) return withoutSlash(request, reply)
      const address = addressOf(request, params)
      const answer = personalFor(request)
      const page = pages.find(address)
      // Most requests end here, without waiting for anything.
      if (page && !(answer instanceof Promise)) return send(request, reply, page, answer, keeping, false)
      return Promise.all([page ?? pages.shared(address), answer]).then(([made, mine]) =>
        send(request, reply, made, mine, keeping, false),
      )
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

  app.get('/*', (request, reply) => (hasSlash(request) ? withoutSlash(request, reply) : reply.callNotFound()))

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    page: ReadyPage,
    { personal, setCookie }: PersonalAnswer,
    keeping: 'no-cache' | 'no-store',
    own: boolean,
  ): FastifyReply {
    if (page.location !== undefined) return reply.redirect(page.location, page.status)
    sendPage(request, reply, page, pages.fill(personal, own), page.status >= 500 ? 'no-store' : keeping, setCookie)
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
