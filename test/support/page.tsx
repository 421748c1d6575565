import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createBrowserRouter, type HydrationState, type RouteObject, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, describe, expect } from 'vitest'
import { CSRF_HEADER } from '#contract/base/limits.ts'
import type { Personal } from '#contract/customers/personal.ts'
import { routes as adminRoutes } from '#web/admin/routes.tsx'
import { PublicUrlProvider, rehydrate } from '#web/api/hydration.ts'
import {
  anonymous,
  csrfToken,
  RenderedPersonal,
  readPersonal,
  renderedPersonal,
  setCsrfToken,
} from '#web/api/personal.ts'
import { createQueryClient, queryClientContext } from '#web/api/query.ts'
import { loadPage } from '#web/page/hydrate.tsx'
import { routes as shopRoutes } from '#web/routes.tsx'
import { clearCheckoutForm } from '#web/shop/checkout/checkout-store.ts'
import { appForSuite } from './app.ts'
import type { Browser } from './browser.ts'
import { embeddedForSuite } from './database.ts'
import { findUnknownFields } from './known-fields.ts'
import { encodeBody } from './page-forms.ts'
import { sourceRenderer } from './page-renderer.ts'
import { followRedirects, parsePage, placePersonalBlock } from './page-response.ts'
import { recordToasts } from './page-toasts.ts'

/** Ends only tests that hang; on a busy machine a page takes longer. */
const HANG_MS = 60_000

configure({ asyncUtilTimeout: HANG_MS })
let disposeRouter = () => {}
let openedCount = 0
const unknownFields: string[] = []

function closePage(): void {
  openedCount++
  cleanup()
  disposeRouter()
}

/**
 * Runs tests of pages on the application with its own migrated database of the embedded engine, or the one given.
 * Settings are named as in the environment.
 */
export const pageTest = (
  name: string,
  define: (app: ReturnType<typeof appForSuite>) => void,
  settings: Record<string, string> = {},
  databaseForSuite = embeddedForSuite,
) =>
  describe(name, () => {
    // Not registered when this module loads: several files share it.
    afterEach(() => {
      closePage()
      expect(unknownFields.splice(0), 'fields that the server ignores').toEqual([])
    })
    define(appForSuite(databaseForSuite(), settings, undefined, sourceRenderer))
  })

/**
 * Opens a page of the back office: the real routes, with the real server in the same process behind them. Closes the
 * previous page, like a reload.
 */
export async function openAdminPage(browser: Browser, path: string) {
  closePage()
  placePersonalBlock(undefined)
  readPersonal()
  setCsrfToken(browser.csrf())
  connect(browser)
  recordToasts()
  history.replaceState(null, '', path)
  await renderRoutes(adminRoutes, createQueryClient(), { publicUrl: 'https://shop.example', personal: anonymous })
  return operatePage()
}

/**
 * Opens a page of the shop or an account like a browser does: the server's response sets cookies, redirects, and brings
 * the data and the visitor's state from which the page is rendered. Closes the previous page; links and scripts that
 * leave the page load the next one in the same way.
 */
export async function openShopPage(browser: Browser, path: string) {
  if (browser.jar !== lastJar) {
    closePage()
    sessionStorage.clear()
    localStorage.clear()
  }
  lastJar = browser.jar
  await loadShopPage(browser, path)
  return {
    ...operatePage(),
    /** Makes a call as the page's visitor, like another tab would. */
    post: (url: string, payload: object) =>
      browser.inject({ method: 'POST', url, payload, headers: { [CSRF_HEADER]: csrfToken() } }),
  }
}
let lastJar: Browser['jar'] | undefined

/** Copied before the first page is rendered, because the server's router empties its routes, too. */
const unloadedShopRoutes = copyRoutes(shopRoutes)

async function loadShopPage(browser: Browser, target: string): Promise<void> {
  const { path, html } = await followRedirects(browser, target)
  closePage()
  forgetPageState()
  const { personal, hydration } = parsePage(html)
  placePersonalBlock(personal)
  readPersonal()
  connect(browser)
  recordToasts()
  const leave = followFullLoads((url) => loadShopPage(browser, url))
  history.replaceState(null, '', path)
  const queryClient = createQueryClient()
  rehydrate(queryClient, hydration.answers)
  const { publicUrl, failures: errors } = hydration
  await renderRoutes(unloadedShopRoutes, queryClient, { publicUrl, personal: renderedPersonal() }, { errors })
  const dispose = disposeRouter
  disposeRouter = () => {
    leave()
    dispose()
  }
}

/** The modules of a new page know only what the browser has stored. */
function forgetPageState(): void {
  const stored = Object.entries(sessionStorage)
  clearCheckoutForm()
  for (const [name, text] of stored) sessionStorage.setItem(name, text)
}

async function renderRoutes(
  originalRoutes: readonly RouteObject[],
  queryClient: QueryClient,
  { publicUrl, personal }: { publicUrl: string; personal: Personal },
  state?: Pick<HydrationState, 'errors'>,
): Promise<void> {
  const routes = copyRoutes(originalRoutes)
  const matches = await loadPage(routes, new URL(location.href))
  const loaderData = Object.fromEntries(matches.map(({ id = '' }) => [id, null]))
  const router = createBrowserRouter(routes, {
    getContext: () => new RouterContextProvider(new Map([[queryClientContext, queryClient]])),
    ...(state && { hydrationData: { ...state, loaderData } }),
  })
  disposeRouter = router.dispose
  navigate = router.navigate
  render(
    <QueryClientProvider client={queryClient}>
      <PublicUrlProvider value={publicUrl}>
        <RenderedPersonal value={personal}>
          <RouterProvider router={router} />
        </RenderedPersonal>
      </PublicUrlProvider>
    </QueryClientProvider>,
  )
}
let navigate: (to: string) => Promise<void>

function operatePage() {
  const user = userEvent.setup()
  return {
    user,
    /** Replaces the content of a field at once, which is faster than typing. */
    async fill(field: HTMLElement, text: string) {
      await user.clear(field)
      if (text) await user.paste(text)
    },
    navigate: (path: string) => act(() => navigate(path)),
    /** Path and query string of the page. */
    path: () => location.pathname + location.search,
  }
}

/** Lets `load` open the pages for which a browser would leave the current one; returns a function that ends it. */
function followFullLoads(load: (url: string) => Promise<void>): () => void {
  // A page closes its tasks first, as a browser does.
  const follow = (url: string | URL) => void load(String(url))
  Object.assign(location, { assign: follow, replace: follow, reload: () => follow(location.href) })
  function onClick(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link?.hasAttribute('href') || event.defaultPrevented) return
    event.preventDefault()
    const url = new URL(link.href, location.href)
    if (link.target === '_blank' || link.hasAttribute('download') || url.hash || url.origin !== location.origin) return
    follow(url)
  }
  function onSubmit(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement
    if (event.defaultPrevented || form.method !== 'get') return
    event.preventDefault()
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    follow(new URL(`?${new URLSearchParams(fields)}`, form.action))
  }
  window.addEventListener('click', onClick)
  window.addEventListener('submit', onSubmit)
  return () => {
    window.removeEventListener('click', onClick)
    window.removeEventListener('submit', onSubmit)
  }
}

/** A router empties the `lazy` object of each route that it has loaded. */
function copyRoutes(routes: readonly RouteObject[]): RouteObject[] {
  return routes.map(
    (route) =>
      ({
        ...route,
        ...(typeof route.lazy === 'object' && { lazy: { ...route.lazy } }),
        ...(route.children && { children: copyRoutes(route.children) }),
      }) as RouteObject,
  )
}

/** The open dialog. */
export const findDialog = async () => within(await screen.findByRole('dialog'))

/** Waits until no dialog is open, or none of this name. */
export const waitUntilClosed = (name?: string) =>
  waitFor(() => expect(screen.queryByRole('dialog', name === undefined ? {} : { name })).toBeNull())

/**
 * Sends the page's requests to the application in process, with the browser's cookies. A page that has been closed gets
 * no response.
 */
function connect(browser: Browser): void {
  const openedNumber = openedCount
  globalThis.fetch = async (input, init = {}) => {
    const { pathname, search } = new URL(String(input), location.href)
    const { signal } = init
    const { payload, type } = await encodeBody(init.body)
    const method = init.method === 'POST' ? 'POST' : 'GET'
    const url = pathname + search
    unknownFields.push(...(await findUnknownFields(browser, { method, url, payload })))
    const response = await browser.inject({
      ...{ method, url },
      headers: { ...(init.headers as Record<string, string>), ...(type !== undefined && { 'content-type': type }) },
      ...(payload !== undefined && { payload }),
    })
    signal?.throwIfAborted()
    if (openedNumber !== openedCount) return new Promise<never>(() => {})
    const { statusCode, headers, rawPayload } = response
    return new Response(statusCode === 304 ? null : new Uint8Array(rawPayload), {
      status: statusCode,
      headers: headers as Record<string, string>,
    })
  }
}
