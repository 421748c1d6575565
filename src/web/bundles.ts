import type { RouteObject } from 'react-router'
import { pages as adminPages } from './admin/served-routes.tsx'
import type { PageHandle } from './page/page-route.ts'
import { pages } from './routes.tsx'

/** A browser build and its pages; bundles share no scripts. */
export type Bundle = {
  /** Its folder in `dist`. */
  name: string
  entry: string
  /** Inline script of pages that are readable without hydration; it loads the others. */
  early?: string
  stylesheet: string
  pageIds: readonly string[]
  /** Id of the route for unknown URLs. */
  nowhereId: string
  /** Pages with their content in the HTML; the others are empty until scripts run. */
  readableIds: ReadonlySet<string>
  servedPages: readonly (Omit<PageHandle, 'servedPaths'> & { path: string })[]
}

/** All pages of the server. The first bundle also renders the other error pages. */
export const bundles: readonly [Bundle, ...Bundle[]] = [
  {
    name: 'web',
    entry: 'src/web/entry.client.tsx',
    early: 'src/web/early.client.ts',
    stylesheet: 'src/web/styles.css',
    nowhereId: 'nowhere',
    ...listServed(pages),
  },
  {
    name: 'admin',
    entry: 'src/web/admin/entry.client.tsx',
    stylesheet: 'src/web/admin/styles.css',
    nowhereId: 'admin/nowhere',
    ...listServed(adminPages),
  },
]

function listServed(table: readonly RouteObject[]): Pick<Bundle, 'pageIds' | 'readableIds' | 'servedPages'> {
  return {
    pageIds: table.flatMap(({ id }) => id ?? []),
    readableIds: new Set(
      table.flatMap(({ id, handle }) => ((handle as PageHandle).page === 'shell' ? [] : (id ?? []))),
    ),
    servedPages: table.flatMap(({ path = '', handle }) => {
      const { servedPaths = [path], ...served } = handle as PageHandle
      return servedPaths.map((servedPath) => ({ path: servedPath, ...served }))
    }),
  }
}
