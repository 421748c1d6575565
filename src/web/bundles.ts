import type { RouteObject } from 'react-router'
import { pages as adminPages } from './admin/served-routes.tsx'
import type { PageHandle } from './page/page-route.ts'
import { pages } from './routes.tsx'

/** A browser build and the pages that run it; the scripts of two bundles share nothing. */
export type Bundle = {
  /** Its folder in `dist`. */
  name: string
  entry: string
  /** The script inside the HTML of pages that can be read before the others, and asks for those. */
  early?: string
  stylesheet: string
  pageIds: readonly string[]
  /** The route of URLs that lead nowhere. */
  nowhereId: string
  /** Pages whose content is in their HTML; a shell shows nothing before its scripts. */
  readableIds: ReadonlySet<string>
  servedPages: readonly (PageHandle & { path: string })[]
}

/** Every page of the server. The first bundle also has the other error pages. */
export const bundles: readonly [Bundle, ...Bundle[]] = [
  {
    name: 'web',
    entry: 'src/web/entry.client.tsx',
    early: 'src/web/early.client.ts',
    stylesheet: 'src/web/styles.css',
    nowhereId: 'nowhere',
    ...served(pages),
  },
  {
    name: 'admin',
    entry: 'src/web/admin/entry.client.tsx',
    stylesheet: 'src/web/admin/styles.css',
    nowhereId: 'admin/nowhere',
    ...served(adminPages),
  },
]

function served(table: readonly RouteObject[]): Pick<Bundle, 'pageIds' | 'readableIds' | 'servedPages'> {
  return {
    pageIds: table.flatMap(({ id }) => id ?? []),
    readableIds: new Set(
      table.flatMap(({ id, handle }) => ((handle as PageHandle).page === 'shell' ? [] : (id ?? []))),
    ),
    servedPages: table.map(({ path = '', handle }) => ({ path, ...(handle as PageHandle) })),
  }
}
