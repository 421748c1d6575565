import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createBrowserRouter, type RouteObject, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, describe, expect } from 'vitest'
import { routes as adminRoutes } from '#web/admin/routes.tsx'
import { PublicUrlProvider } from '#web/api/hydration.ts'
import { anonymous, RenderedPersonal, setCsrfToken } from '#web/api/personal.ts'
import { createQueryClient, queryClientContext } from '#web/api/query.ts'
import { loadPage } from '#web/page/hydrate.tsx'
import { appForSuite } from './app.ts'
import type { Browser } from './browser.ts'
import { embeddedForSuite } from './database.ts'
import { recordToasts } from './page-toasts.ts'

/** Ends only tests that hang; on a busy machine a page takes longer. */
const HANG_MS = 60_000

configure({ asyncUtilTimeout: HANG_MS })
let disposeRouter = () => {}

function closePage(): void {
  cleanup()
  disposeRouter()
}

/** Runs tests of pages on the application with its own migrated database of the embedded engine. */
export const pageTest = (name: string, define: (app: ReturnType<typeof appForSuite>) => void) =>
  describe(name, () => {
    // Not registered when this module loads: several files share it.
    afterEach(closePage)
    define(appForSuite(embeddedForSuite()))
  })

/**
 * Opens a page of the back office: the real routes, with the real server in the same process behind them. Closes the
 * previous page, like a reload.
 */
export async function openAdminPage(browser: Browser, path: string) {
  closePage()
  connect(browser)
  recordToasts()
  const routes = copyRoutes(adminRoutes)
  await loadPage(routes, new URL(path, location.href))
  const queryClient = createQueryClient()
  history.replaceState(null, '', path)
  const router = createBrowserRouter(routes, {
    getContext: () => new RouterContextProvider(new Map([[queryClientContext, queryClient]])),
  })
  disposeRouter = router.dispose
  render(
    <QueryClientProvider client={queryClient}>
      <PublicUrlProvider value="https://shop.example">
        <RenderedPersonal value={anonymous}>
          <RouterProvider router={router} />
        </RenderedPersonal>
      </PublicUrlProvider>
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  return {
    user,
    /** Replaces the content of a field. */
    async fill(field: HTMLElement, text: string) {
      await user.clear(field)
      await user.type(field, text)
    },
    navigate: (path: string) => act(() => router.navigate(path)),
    /** Path and query string of the page. */
    path: () => location.pathname + location.search,
  }
}

/** A router empties the `lazy` object of each route that it has loaded. */
const copyRoutes = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.map(
    (route) =>
      ({
        ...route,
        ...(typeof route.lazy === 'object' && { lazy: { ...route.lazy } }),
        ...(route.children && { children: copyRoutes(route.children) }),
      }) as RouteObject,
  )

/** The open dialog. */
export const findDialog = async () => within(await screen.findByRole('dialog'))

/** Waits until no dialog is open. */
export const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

/** Sends the page's requests to the application in process, with the browser's cookies. */
function connect(browser: Browser): void {
  setCsrfToken(browser.csrf())
  globalThis.fetch = async (input, init = {}) => {
    const { pathname, search } = new URL(String(input), location.href)
    const { body, signal } = init
    const form = body instanceof FormData ? new Response(body) : undefined
    const response = await browser.inject({
      method: init.method === 'POST' ? 'POST' : 'GET',
      url: pathname + search,
      headers: {
        ...(init.headers as Record<string, string>),
        ...(form && { 'content-type': form.headers.get('content-type') ?? '' }),
      },
      ...(typeof body === 'string' && { payload: body }),
      ...(form && { payload: Buffer.from(await form.arrayBuffer()) }),
    })
    signal?.throwIfAborted()
    const { statusCode, headers, rawPayload } = response
    return new Response(statusCode === 304 ? null : new Uint8Array(rawPayload), {
      status: statusCode,
      headers: headers as Record<string, string>,
    })
  }
}
