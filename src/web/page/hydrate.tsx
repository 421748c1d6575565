import { startTransition, useEffect } from 'react'
import { createBrowserRouter, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { HYDRATION_ID, type Hydration, rehydrate } from '#web/api/hydration.ts'
import { renderedPersonal } from '#web/api/personal.ts'
import { createQueryClient, queryClientContext } from '#web/api/query.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { ShopApp } from './ShopApp.tsx'

/** Loads the current page's component first; otherwise the router would hydrate an empty page. */
async function loadRoute(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'object') return
  const { Component, ErrorBoundary } = route.lazy
  if (Component) route.Component = await Component()
  if (ErrorBoundary) route.ErrorBoundary = await ErrorBoundary()
  delete route.lazy
}

/** Hydrates the server-rendered page. */
export async function hydrate(routes: RouteObject[]): Promise<void> {
  const { publicUrl, answers, failures } = JSON.parse(
    document.getElementById(HYDRATION_ID)?.textContent ?? '',
  ) as Hydration
  const queryClient = createQueryClient()
  rehydrate(queryClient, answers)

  const matches = (matchRoutes(routes, window.location) ?? []).map(({ route }) => route)
  await Promise.all(matches.map(loadRoute))
  const router = createBrowserRouter(routes, {
    getContext: () => new RouterContextProvider(new Map([[queryClientContext, queryClient]])),
    hydrationData: {
      loaderData: Object.fromEntries(matches.map(({ id = '' }) => [id, null])),
      errors: failures,
    },
  })
  // Starts React in a separate task, so that the browser can handle input first.
  await new Promise((resolve) => setTimeout(resolve))
  const { hydrateRoot } = await import('react-dom/client')
  // A transition yields between small units of work, so that the browser can handle input.
  startTransition(() => {
    hydrateRoot(
      document,
      <ShopApp queryClient={queryClient} personal={renderedPersonal()} publicUrl={publicUrl}>
        <RouterProvider router={router} />
        <Hydrated />
      </ShopApp>,
    )
  })
}

/** Signals `early.client.ts` once controls that wait for scripts are rendered. */
function Hydrated() {
  const hydrated = useHydrated()
  useEffect(() => {
    if (hydrated) setTimeout(() => dispatchEvent(new Event('hydrated')))
  }, [hydrated])
  return null
}
