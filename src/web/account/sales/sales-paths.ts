import type { Query } from '#contract/calls.ts'
import { pagePaths } from '#contract/paths.ts'
import { queryString } from '#web/api/search.ts'

/** A month of the sales pages; the current one by default. */
export type MonthQuery = Query<'statement'>

/** URLs of the sales pages with a month, used only within them. */
export const salesPaths = {
  sales: (query: MonthQuery & { page?: number }) => pagePaths.accountSales + queryString(query),
  downline: (query: MonthQuery & { of?: number }) => pagePaths.accountDownline + queryString(query),
  statement: (query: MonthQuery) => pagePaths.accountStatement + queryString(query),
  referral: (ref: string) => pagePaths.register + queryString({ ref }),
} as const
