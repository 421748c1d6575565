import type { RouteObject } from 'react-router'
import { nowhere, type PageHandle } from '#web/page/page-route.ts'
import { AdminRoot, Waiting } from './AdminRoot.tsx'
import { adminPages } from './pages.ts'

const handle: PageHandle = { page: 'shell', params: [] }

/** The pages as the server renders them: one frame, into which the browser puts the page. */
export const pages: RouteObject[] = adminPages.map(({ id, path }) => ({ id, path, Component: Waiting, handle }))

export const routes: RouteObject[] = [
  { id: 'admin', Component: AdminRoot, children: [...pages, { id: 'admin/nowhere', path: '*', loader: nowhere }] },
]
