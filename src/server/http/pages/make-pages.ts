import type { FastifyInstance, FastifyRequest } from 'fastify'
import { adminPaths } from '#contract/admin-paths.ts'
import type { Personal } from '#contract/customers/personal.ts'
import { inProcess } from '#server/http/in-process-transport.ts'
import type { Config } from '#server/platform/config.ts'
import { findIconVersion } from '#server/platform/settings/brand.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import type { Fill } from './fill.ts'
import { type PackedPage, packPage } from './packed/index.ts'
import type { CacheableValue, PageCache } from './page-cache.ts'
import { type CacheControl, pageHeaders } from './page-headers.ts'
import type { PersonalParts } from './personal-part.ts'
import type { Renderer, RenderInput, RenderOutput } from './renderer.ts'

export type PageServices = {
  config: Pick<Config, 'publicUrl'>
  settings: Pick<Settings, 'get' | 'brand'>
  renderer: Renderer
  pageCache: PageCache<ReadyPage>
  personalParts: PersonalParts
  fill: Fill
}

/** A page or a redirect that is ready to send. */
export type ReadyPage = PackedPage & { status: number; headers: readonly string[]; location?: string }

export type Pages = {
  /**
   * Renders the page at a URL (path and query) as everyone sees it. `endless` marks one of an unlimited number of URLs
   * that anyone can make up.
   */
  renderShared(url: string, cacheControl: CacheControl, endless: boolean): Promise<ReadyPage>
  /** Renders a page for this visitor alone. */
  renderPersonal(
    url: string,
    request: FastifyRequest,
    personal: Personal,
    cacheControl: CacheControl,
  ): Promise<ReadyPage>
  /** Renders the not-found page: one for all unknown URLs of the shop and one for those of the back office. */
  renderNotFound(url: string): Promise<ReadyPage>
  /** Renders an error page that explains the failure. */
  renderFailure(failure: NonNullable<RenderInput['failure']>): Promise<ReadyPage>
}

/** Cache keys that cannot collide with URLs, which begin with a slash. */
const NOT_FOUND_KEY = 'nowhere'
const ADMIN_NOT_FOUND_KEY = 'nowhere in the back office'
/** A path below the back office's home without a page. */
const ADMIN_NOT_FOUND_PATH = `${adminPaths.home}/-`
/** Pages with longer keys are served but not cached. */
const MAX_KEY_LENGTH = 500

export function makePages(app: FastifyInstance, { config, settings, renderer, pageCache }: PageServices): Pages {
  const { publicUrl } = config

  const look = (): RenderInput['brand'] => {
    const brand = settings.brand()
    const { body, shades } = brand
    const iconVersion = findIconVersion(settings.get('shop_name'), brand)
    return { displayFont: body.display_font, shades, drawnIcon: body.icon === 'letter', iconVersion }
  }
  // The cached pages of one brand share their headers.
  let headers = makeHeaders(renderer, '')
  function headersFor(rendered: RenderOutput): ReturnType<typeof makeHeaders> {
    const style = rendered.kind === 'page' ? (rendered.style ?? '') : headers.style
    if (style !== headers.style) headers = makeHeaders(renderer, style)
    return headers
  }

  async function render(
    input: Omit<RenderInput, 'publicUrl' | 'brand'>,
    cacheableStatus: number,
    cacheControl: CacheControl,
    endless = false,
  ): Promise<CacheableValue<ReadyPage>> {
    const rendered = await renderer.render({ ...input, publicUrl, brand: look() })
    const { shop, backOffice } = headersFor(rendered)
    const value = toReadyPage(rendered, (isBackOffice(input.url) ? backOffice : shop)[cacheControl])
    const tags = rendered.kind === 'page' ? rendered.tags : []
    const cacheable =
      cacheControl !== 'secret' &&
      value.status === cacheableStatus &&
      !renderer.live &&
      input.url.length <= MAX_KEY_LENGTH
    return { value, tags, cacheable, endless: endless || (rendered.kind === 'page' && rendered.endless) }
  }

  const renderNotFound = (url: string) =>
    isBackOffice(url)
      ? pageCache.get(ADMIN_NOT_FOUND_KEY, () =>
          render({ url: ADMIN_NOT_FOUND_PATH, transport: inProcess(app) }, 404, 'no-store'),
        )
      : pageCache.get(NOT_FOUND_KEY, () =>
          render({ url: '/', failure: { status: 404 }, transport: inProcess(app) }, 404, 'no-cache'),
        )

  return {
    async renderShared(url, cacheControl, endless) {
      const page = await pageCache.get(url, () =>
        render({ url, transport: inProcess(app) }, 200, cacheControl, endless),
      )
      return page.status === 404 ? renderNotFound(url) : page
    },
    async renderPersonal(url, request, personal, cacheControl) {
      const transport = inProcess(app, request)
      const rendered = await renderer.render({ url, publicUrl, brand: look(), personal, transport })
      return toReadyPage(rendered, headersFor(rendered).shop[cacheControl === 'secret' ? 'secret' : 'no-store'])
    },
    renderNotFound,
    async renderFailure(failure) {
      const rendered = await renderer.render({ url: '/', publicUrl, brand: look(), failure, transport: inProcess(app) })
      return toReadyPage(rendered, headersFor(rendered).shop['no-store'])
    },
  }
}

/** Headers of pages with these styles of the brand. */
function makeHeaders(renderer: Renderer, style: string) {
  const forAll = (options: { camera?: boolean; style: string }): Record<CacheControl, readonly string[]> => ({
    'no-cache': pageHeaders(renderer, 'no-cache', options),
    'no-store': pageHeaders(renderer, 'no-store', options),
    secret: pageHeaders(renderer, 'secret', options),
  })
  return { style, shop: forAll({ style }), backOffice: forAll({ style, camera: true }) }
}

/** Returns true for the account's pages, from which a guest is redirected to the login (docs/product §2). */
export const isAccount = (url: string): boolean => /^\/account(?:[/?]|$)/.test(url)

/** Returns true for the pages of the back office. */
export const isBackOffice = (url: string): boolean => /^\/admin(?:[/?]|$)/.test(url)

function toReadyPage(rendered: RenderOutput, headers: readonly string[]): ReadyPage {
  if (rendered.kind === 'redirect')
    return { ...packPage(''), status: rendered.status, headers, location: rendered.location }
  // A bug in a loader: the root handler logs it and responds with a request number.
  if (rendered.faults.length > 0) throw rendered.faults[0]
  return { ...packPage(rendered.html), status: rendered.status, headers }
}
