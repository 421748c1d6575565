import { startTransition, useEffect } from 'react'
import { createBrowserRouter, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { HYDRATION_ID, type Hydration, rehydrate } from '#web/api/hydration.ts'
import { readPersonal, renderedPersonal } from '#web/api/personal.ts'
import { createQueryClient, queryClientContext } from '#web/api/query.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { ShopApp } from './ShopApp.tsx'
/** Loads the page's component before the first render, which would be empty otherwise. Returns the matching routes. */
export async function loadPage(routes: RouteObject[], location: { pathname: string }): Promise<RouteObject[]> {
  const matches = (matchRoutes(routes, location) ?? []).map(({ route }) => route)
  await Promise.all(matches.map(loadRoute))
  return matches
}
async function loadRoute(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'object') return
  const { Component, ErrorBoundary } = route.lazy
  if (Component) route.Component = await Component()
  if (ErrorBoundary) route.ErrorBoundary = await ErrorBoundary()
  delete route.lazy
}

/** Hydrates the server-rendered page. */
export async function hydrate(routes: RouteObject[]): Promise<void> {
  readPersonal()
  const { publicUrl, answers, failures } = JSON.parse(
    document.getElementById(HYDRATION_ID)?.textContent ?? '',
  ) as Hydration
  const queryClient = createQueryClient()
  rehydrate(queryClient, answers)
  const matches = await loadPage(routes, window.location)
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
