import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router'
import { afterEach, describe } from 'vitest'
import { routes as adminRoutes } from '#web/admin/routes.tsx'
import { PublicUrlProvider } from '#web/api/hydration.ts'
import { anonymous, RenderedPersonal, setCsrfToken } from '#web/api/personal.ts'
import { makeQueryClient, queryClientContext } from '#web/api/query.ts'
import { loadPage } from '#web/page/hydrate.tsx'
import { appForSuite } from './app.ts'
import type { Browser } from './browser.ts'
import { embeddedForSuite } from './database.ts'

/** Ends only tests that hang; on a busy machine a page takes longer. */
const HANG_MS = 60_000

configure({ asyncUtilTimeout: HANG_MS })
afterEach(cleanup)

/** Runs tests of pages on the application with its own migrated database of the embedded engine. */
export const pageTest = (name: string, define: (app: ReturnType<typeof appForSuite>) => void) =>
  describe(name, () => define(appForSuite(embeddedForSuite())))

/** Opens a page of the back office: the real routes, with the real server in the same process behind them. */
export async function openAdminPage(browser: Browser, path: string) {
  connect(browser)
  await loadPage(adminRoutes, new URL(path, location.href))
  const queryClient = makeQueryClient()
  const router = createMemoryRouter(adminRoutes, {
    initialEntries: [path],
    getContext: () => new RouterContextProvider(new Map([[queryClientContext, queryClient]])),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <PublicUrlProvider value="https://shop.example">
        <RenderedPersonal value={anonymous}>
          <RouterProvider router={router} />
        </RenderedPersonal>
      </PublicUrlProvider>
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), path: () => router.state.location.pathname + router.state.location.search }
}

/** The open dialog. */
export const findDialog = async () => within(await screen.findByRole('dialog'))

/** Sends the page's requests to the application in process, with the browser's cookies. */
function connect(browser: Browser): void {
  setCsrfToken(browser.csrf())
  globalThis.fetch = async (input, init = {}) => {
    const { pathname, search } = new URL(String(input), location.href)
    const response = await browser.inject({
      method: init.method === 'POST' ? 'POST' : 'GET',
      url: pathname + search,
      headers: init.headers as Record<string, string>,
      ...(typeof init.body === 'string' && { payload: init.body }),
    })
    const { statusCode, headers, rawPayload } = response
    return new Response(statusCode === 304 ? null : new Uint8Array(rawPayload), {
      status: statusCode,
      headers: headers as Record<string, string>,
    })
  }
}
