import type { QueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'
import { PERSONAL_PLACEHOLDER } from '#contract/base/limits.ts'
import type { Personal, StaffBanner } from '#contract/customers/personal.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { routes as adminRoutes } from './admin/served-routes.tsx'
import { ApiError, type Transport } from './api/api.ts'
import { type Failure, toFailure } from './api/failure.ts'
import { HYDRATION_ID, type Hydration, scriptJson } from './api/hydration.ts'
import { anonymous, PERSONAL_ID } from './api/personal.ts'
import { createQueryClient, hasUnboundedQuery, loadedData, queryClientContext, readTags } from './api/query.ts'
import { bundles } from './bundles.ts'
import { type BrandLook, brandStyle, iconLinks, preloadTag } from './page/brand-head.ts'
import { failureContext } from './page/page-route.ts'
import { ShopApp } from './page/ShopApp.tsx'
import { shopQuery } from './page/shop-query.ts'
import { routes } from './routes.tsx'
import { NotOpenBanner } from './shop/layout/NotOpenBanner.tsx'
import { OpeningSoonPage } from './shop/layout/OpeningSoonPage.tsx'
import { SignedInAsBanner } from './shop/layout/SignedInAsBanner.tsx'

export type RenderInput = {
  /** Path and query string. */
  url: string
  publicUrl: string
  transport: Transport
  /** The visitor's personal state on personal pages; undefined on pages that are the same for everyone. */
  personal?: Personal
  /** Renders an error page instead of the URL's page. */
  failure?: Failure
  brand: BrandLook
  /** Stylesheet and scripts of the page with this id. */
  headFor(pageId: string): string
}

export type RenderOutput =
  | { kind: 'redirect'; location: string; status: number }
  | {
      kind: 'page'
      status: number
      html: string
      /** Inline styles of the brand, if there are any; the page's policy must allow them. */
      style?: string
      /** Cache tags of everything the page shows; a change of any of them changes the page. */
      tags: readonly string[]
      /** True if there are endlessly many pages like this one (contract/page-tags.ts). */
      endless: boolean
      /** Errors that are not API responses: bugs to be logged. */
      faults: readonly unknown[]
    }

export { bundles }

const shop = createStaticHandler(routes)
const admin = createStaticHandler(adminRoutes)

const isAdmin = (path: string): boolean => path === adminPaths.home || path.startsWith(`${adminPaths.home}/`)

/** Renders a whole HTML document with placeholders for the visitor's personal state. */
export async function render(input: RenderInput): Promise<RenderOutput> {
  const queryClient = createQueryClient(input.transport)
  const requestContext = new RouterContextProvider()
  requestContext.set(queryClientContext, queryClient)
  if (input.failure) requestContext.set(failureContext, input.failure)

  if (input.failure?.code === ('shop_not_open' satisfies ErrorCode)) return renderOpeningSoon(input, queryClient)

  // No page has such a path, so this matches the route for unknown URLs.
  const url = new URL(input.failure ? '/-/-/' : input.url, input.publicUrl)
  const handler = isAdmin(url.pathname) ? admin : shop
  const context = await handler.query(new Request(url), { requestContext })
  if (context instanceof Response)
    return { kind: 'redirect', location: context.headers.get('location') ?? '/', status: context.status }

  const errors: [string, unknown][] = Object.entries(context.errors ?? {})
  const failures = errors.map(([route, error]) => [route, toFailure(error)] as const)
  const markup = renderToString(
    <ShopApp queryClient={queryClient} personal={input.personal ?? anonymous} publicUrl={input.publicUrl}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </ShopApp>,
  )
  const hydration: Hydration = {
    publicUrl: input.publicUrl,
    answers: loadedData(queryClient),
    failures: failures.length === 0 ? null : Object.fromEntries(failures),
  }
  const { head, style } = withBrand(input.headFor(context.matches.at(-1)?.route.id ?? ''), input)
  return {
    kind: 'page',
    status: failures[0]?.[1].status ?? context.statusCode,
    html: withBlocks(markup, head, hydration, input),
    style,
    tags: readTags(queryClient),
    endless: hasUnboundedQuery(queryClient),
    faults: errors
      .map(([, error]) => error)
      .filter((error) => !(error instanceof ApiError || isRouteErrorResponse(error))),
  }
}

/** Renders the page of a store that has not opened yet: complete without scripts, and without links into the store. */
async function renderOpeningSoon(input: RenderInput, queryClient: QueryClient): Promise<RenderOutput> {
  const shop = await queryClient.ensureQueryData(shopQuery())
  const markup = renderToString(
    <ShopApp queryClient={queryClient} personal={anonymous} publicUrl={input.publicUrl}>
      <OpeningSoonPage shop={shop} />
    </ShopApp>,
  )
  // The scripts follow the styles; they would replace this page by the one at its URL.
  const [styles = ''] = input.headFor('').split('<script', 1)
  const hydration: Hydration = { publicUrl: input.publicUrl, answers: [], failures: null }
  const { head, style } = withBrand(styles, input)
  const html = withBlocks(markup, head, hydration, input)
  return { kind: 'page', status: 503, html, style, tags: readTags(queryClient), endless: false, faults: [] }
}

/** Adds the look of the shop to a head: after the styles of the page, which it replaces. */
function withBrand(pageHead: string, { brand }: RenderInput): { head: string; style: string } {
  const style = brandStyle(brand)
  return { head: `${iconLinks(brand)}${pageHead}${style === '' ? '' : `<style>${style}</style>`}`, style }
}

/** Boundary between head and body in React's output. */
const BODY_START = '</head><body>'

/**
 * Block with the visitor's personal state, which fills {@link PERSONAL_PLACEHOLDER}. The banner for staff at the start
 * of the body is not part of what React hydrates; React skips it.
 */
export function personalBlock(personal: Personal, rendered: boolean, banner?: StaffBanner): string {
  const marker = rendered ? ' data-rendered' : ''
  const bannerMarkup = banner ? renderToStaticMarkup(showBanner(banner, personal)) : ''
  return `<meta name="csrf-token" content="${personal.csrf}"><script type="application/json" id="${PERSONAL_ID}"${marker}>${scriptJson(personal)}</script>${BODY_START}${bannerMarkup}`
}

const showBanner = (banner: StaffBanner, { csrf }: Personal) =>
  banner.kind === 'not_open' ? <NotOpenBanner /> : <SignedInAsBanner {...banner} csrf={csrf} />

function withBlocks(markup: string, head: string, hydration: Hydration, { brand }: RenderInput): string {
  // React escapes every "<" in texts and attributes, so the first match is the end of the head.
  const headEnd = markup.indexOf(BODY_START)
  // Next to the fonts that React preloads: one that arrives later would move the text.
  const found = markup.indexOf('<link rel="preload"')
  const fontsStart = found < 0 || found > headEnd ? headEnd : found
  const bodyEnd = markup.lastIndexOf('</body>')
  const block = `<script type="application/json" id="${HYDRATION_ID}">${scriptJson(hydration)}</script>`
  const body = markup.slice(headEnd + BODY_START.length, bodyEnd)
  return `<!DOCTYPE html>${markup.slice(0, fontsStart)}${preloadTag(brand)}${markup.slice(fontsStart, headEnd)}${head}${PERSONAL_PLACEHOLDER}${body}${block}${markup.slice(bodyEnd)}`
}
