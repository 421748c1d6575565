import { data, type RouteObject } from 'react-router'
import type { PageHandle } from '#web/page/page-route.ts'
import { AdminRoot, Waiting } from './AdminRoot.tsx'
import { adminPages } from './pages.ts'

const handle: PageHandle = { page: 'shell', params: [] }

/** The pages as the server renders them: one frame, into which the browser puts the page. */
export const pages: RouteObject[] = adminPages.map(({ id, path }) => ({ id, path, Component: Waiting, handle }))

/** Of URLs below the back office that lead nowhere: the same frame, in which the browser says so to whoever is signed in. */
const nowhere: RouteObject = {
  id: 'admin/nowhere',
  path: '*',
  Component: Waiting,
  loader: () => data(null, { status: 404 }),
}

export const routes: RouteObject[] = [{ id: 'admin', Component: AdminRoot, children: [...pages, nowhere] }]
