import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formerPaths, toCurrentUrl } from '#contract/former-urls.ts'
import { contentPaths, pagePaths } from '#contract/paths.ts'
import { isInProcess } from '#server/http/in-process-transport.ts'
import { hasTokenInUrl } from '#server/http/security-headers.ts'
import { filterSearch } from './declared-search.ts'
import { isAccount, isBackOffice, makePages, type PageServices, type ReadyPage } from './make-pages.ts'
import { isOrdinaryUrl } from './ordinary-url.ts'
import { withCacheControl } from './page-headers.ts'
import type { PersonalPart } from './personal-part.ts'
import { sendPage } from './send-page.ts'

/**
 * Registers GET and HEAD of every path in the table of pages (src/web/routes.tsx) and the files they load. Anyone may
 * open them: a page gets its data from calls, which have their own policies.
 */
export async function pageRoutes(app: FastifyInstance, services: PageServices): Promise<void> {
  const { renderer, personalParts, fill } = services
  const pages = makePages(app, services)
  await renderer.serveAssets(app)

  for (const { path, page: kind, params } of renderer.servedPages) {
    app.get(path, { config: { policy: 'anyone' } }, async (request, reply) => {
      // Pages read only calls: one that read a page could end up reading itself.
      if (isInProcess(request)) return reply.callNotFound()
      // A parameter may be empty: "/packages/" arrives here as a product without an ID.
      if (hasTrailingSlash(request)) return redirectWithoutSlash(request, reply)
      if (redirectFormer(request, reply)) return reply
      const url = readDeclaredUrl(request, params)
      const cacheControl = hasTokenInUrl(request) ? 'secret' : kind === 'public' ? 'no-cache' : 'no-store'
      const pathAndSearch = url.path + url.search
      const pendingPart = personalParts.load(request)
      if (isAccount(url.path)) {
        const { personal, setCookies } = await pendingPart
        if (!personal.user) {
          const login = `${pagePaths.login}?next=${encodeURIComponent(pathAndSearch)}`
          return redirect(reply, login, 302, 'no-store', setCookies)
        }
      }
      if (kind === 'personal') {
        const part = await pendingPart
        return send(
          request,
          reply,
          await pages.renderPersonal(pathAndSearch, request, part.personal, cacheControl),
          part,
          true,
        )
      }
      const [page, part] = await Promise.all([
        pages.renderShared(pathAndSearch, cacheControl, !isOrdinaryUrl({ path, page: kind }, url)),
        pendingPart,
      ])
      // Owners can redirect the URL of a page that they have not written.
      if (page.status === 404 && contentPaths.includes(path)) return reply.callNotFound()
      return send(request, reply, page, part, false)
    })
  }

  for (const path of formerPaths) {
    app.get(path, { config: { policy: 'anyone' } }, (request, reply) => {
      if (!redirectFormer(request, reply)) reply.callNotFound()
    })
  }

  const paths = renderer.servedPages.map(({ path }) => path.split('/'))

  function redirectWithoutSlash(request: FastifyRequest, reply: FastifyReply) {
    const { path, search } = splitUrl(request)
    const target = trimTrailingSlashes(path)
    // Redirects only to our own paths: "//elsewhere.example/" must not become a redirect to another site.
    if (!matchesAny(paths, target)) return reply.callNotFound()
    return reply.redirect(target + search, 308)
  }

  app.get('/*', { config: { policy: 'anyone' } }, (request, reply) =>
    hasTrailingSlash(request) ? redirectWithoutSlash(request, reply) : reply.callNotFound(),
  )

  /** Headers of a page for signed-in users, by its headers for guests, which many pages share. */
  const signedInHeaders = new WeakMap<readonly string[], readonly string[]>()
  function findSignedInHeaders({ headers }: ReadyPage): readonly string[] {
    const found = signedInHeaders.get(headers) ?? withCacheControl(headers, 'no-store')
    signedInHeaders.set(headers, found)
    return found
  }

  /**
   * Sends a page. The browser of a signed-in user must not store it, because the next person may open it (docs/product
   * §11.1).
   */
  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    page: ReadyPage,
    { personal, setCookies, banner }: PersonalPart,
    isPersonal: boolean,
  ): FastifyReply {
    if (page.location !== undefined) {
      return redirect(
        reply,
        page.location,
        page.status,
        isPersonal || personal.user ? 'no-store' : 'no-cache',
        setCookies,
      )
    }
    reply.hijack()
    // In the back office, staff act as themselves.
    const filling = fill(personal, isPersonal, isBackOffice(request.url) ? undefined : banner)
    // A page with a secret in its URL is not stored either and sends no referrer. Pages of the back office are never
    // cached anyway, and their headers allow more than the shop's.
    const usesPageHeaders = hasTokenInUrl(request) || isBackOffice(request.url)
    const headers = personal.user && !usesPageHeaders ? findSignedInHeaders(page) : page.headers
    sendPage(request.raw, reply.raw, page, filling, setCookies, request.id, headers)
    return reply
  }
}

/** Redirects a URL of an earlier release, so that links and bookmarks keep working; returns false for current ones. */
function redirectFormer(request: FastifyRequest, reply: FastifyReply): boolean {
  const { path, search } = splitUrl(request)
  const url = toCurrentUrl(path, search.slice(1))
  if (url === undefined) return false
  reply.redirect(url, 301)
  return true
}

function redirect(
  reply: FastifyReply,
  location: string,
  status: number,
  cacheControl: 'no-store' | 'no-cache',
  setCookies: readonly string[],
): FastifyReply {
  reply.header('set-cookie', [...setCookies]).header('cache-control', `private, ${cacheControl}`)
  return reply.redirect(location, status)
}

function trimTrailingSlashes(path: string): string {
  let end = path.length
  while (end > 0 && path.charCodeAt(end - 1) === SLASH) end--
  return path.slice(0, end)
}

/** Compares segment by segment; a parameter matches any segment that is not empty. */
function matchesAny(paths: readonly (readonly string[])[], path: string): boolean {
  const segments = path.split('/')
  return paths.some(
    (pattern) =>
      pattern.length === segments.length &&
      pattern.every((segment, index) =>
        segment.startsWith(':') ? segments[index] !== '' : segment === segments[index],
      ),
  )
}

const SLASH = 47

function hasTrailingSlash({ raw: { url = '/' } }: FastifyRequest): boolean {
  const queryStart = url.indexOf('?')
  const end = queryStart === -1 ? url.length : queryStart
  return end > 1 && url.charCodeAt(end - 1) === SLASH
}

function splitUrl(request: FastifyRequest): { path: string; search: string } {
  const url = request.raw.url ?? '/'
  const queryStart = url.indexOf('?')
  return queryStart === -1
    ? { path: url, search: '' }
    : { path: url.slice(0, queryStart), search: url.slice(queryStart) }
}

function readDeclaredUrl(request: FastifyRequest, params: readonly string[]): { path: string; search: string } {
  const { path, search } = splitUrl(request)
  return { path, search: search === '' ? '' : filterSearch(params, search) }
}
