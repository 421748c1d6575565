import { data, type RouteObject } from 'react-router'
import { createLoader, type PageHandle } from '#web/page/page-route.ts'
import { shopQuery } from '#web/page/shop-query.ts'
import { AdminRoot, LoadingFallback } from './AdminRoot.tsx'
import { adminPages } from './pages.ts'

const handle: PageHandle = { page: 'shell', params: [] }

/** Server routes: one frame, which the browser fills with the page. */
export const pages: RouteObject[] = adminPages.map(({ id, path }) => ({ id, path, Component: LoadingFallback, handle }))

/** Unknown URLs below the back office get the same frame; the browser shows the error to signed-in staff. */
const notFound: RouteObject = {
  id: 'admin/nowhere',
  path: '*',
  Component: LoadingFallback,
  loader: () => data(null, { status: 404 }),
}

export const routes: RouteObject[] = [
  { id: 'admin', Component: AdminRoot, loader: createLoader(() => [shopQuery()]), children: [...pages, notFound] },
]
