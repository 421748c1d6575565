import { type RouteObject, redirect } from 'react-router'
import { adminPaths } from '#contract/paths.ts'
import { nowhere, type PageHandle, page } from '#web/page/page-route.ts'
import { AdminLayout } from './AdminLayout.tsx'

/** The table of the back office's pages. */
export const pages: RouteObject[] = [
  page('admin/SignInPage', adminPaths.login, () => import('./SignInPage.tsx'), { page: 'shell' }),
  page('admin/SetPasswordPage', adminPaths.setPassword, () => import('./SetPasswordPage.tsx'), { page: 'shell' }),
  page('admin/ApprovalsPage', adminPaths.approvals, () => import('./ApprovalsPage.tsx'), { page: 'shell' }),
  {
    path: adminPaths.home,
    loader: () => redirect(adminPaths.login),
    handle: { page: 'shell', params: [] } satisfies PageHandle,
  },
]

export const routes: RouteObject[] = [
  {
    id: 'admin',
    Component: AdminLayout,
    children: [...pages, { id: 'admin/nowhere', path: '*', loader: nowhere }],
  },
]
