import { adminPaths } from './admin-paths.ts'
import { pagePaths } from './paths.ts'

type FormerPage = {
  /** The current path. */
  path: string
  /** Parameters that were renamed, each with its current name. */
  params?: Readonly<Record<string, string>>
  /** Values that were renamed, by the parameter's current name. */
  values?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const bankTransactions: FormerPage = { path: adminPaths.bankTransactions, params: { sort: 'match' } }
const reviewFlags: FormerPage = {
  path: adminPaths.reviewFlags,
  values: { kind: { expired_licence: 'expired_license' } },
}

/** Pages whose path, parameters or values were renamed, by each path that links and bookmarks may have. */
const formerPages: ReadonlyMap<string, FormerPage> = new Map<string, FormerPage>([
  ['/account/licence', { path: pagePaths.accountLicense }],
  ['/admin/money/notices', bankTransactions],
  ['/admin/network/suspicions', reviewFlags],
  [
    adminPaths.orders,
    { path: adminPaths.orders, params: { waits: 'queue' }, values: { queue: { owed: 'no_due_date' } } },
  ],
  [
    adminPaths.money,
    { path: adminPaths.money, params: { which: 'filter' }, values: { filter: { owed: 'no_due_date' } } },
  ],
  [
    adminPaths.members,
    {
      path: adminPaths.members,
      values: {
        only: { licence: 'license', licence_expiring: 'license_expiring', licence_expired: 'license_expired' },
      },
    },
  ],
  [
    adminPaths.outbox,
    {
      path: adminPaths.outbox,
      values: { state: { waiting: 'queued', tried_again: 'retrying', given_up: 'failed' } },
    },
  ],
  [adminPaths.audit, { path: adminPaths.audit, params: { by: 'actor' } }],
  [
    adminPaths.reportRows,
    { path: adminPaths.reportRows, params: { what: 'row_kind' }, values: { row_kind: { came_back: 'returned' } } },
  ],
  [adminPaths.newCorrection, { path: adminPaths.newCorrection, params: { concerns: 'corrected_month' } }],
])

/** Paths that are no longer pages themselves. */
export const formerPaths: readonly string[] = [...formerPages]
  .filter(([path, page]) => page.path !== path)
  .map(([path]) => path)

/** Renames the parameters and values of a page's query string; returns it unchanged if it has only current ones. */
export function toCurrentSearch(path: string, search: string): string {
  const { params = {}, values = {} } = formerPages.get(path) ?? { path }
  const pairs = [...new URLSearchParams(search)]
  const currentPairs = pairs.map(([name, value]): [string, string] => {
    const current = params[name] ?? name
    return [current, values[current]?.[value] ?? value]
  })
  const isCurrent = pairs.every(
    ([name, value], index) => name === currentPairs[index]?.[0] && value === currentPairs[index][1],
  )
  return isCurrent ? search : String(new URLSearchParams(currentPairs))
}

/** The current URL of a page that was renamed, or whose parameters were; undefined for current URLs. */
export function toCurrentUrl(path: string, search: string): string | undefined {
  const page = formerPages.get(path)
  if (!page) return undefined
  const query = toCurrentSearch(path, search)
  if (page.path === path && query === search) return undefined
  return query === '' ? page.path : `${page.path}?${query}`
}
