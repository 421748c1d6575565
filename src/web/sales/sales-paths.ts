import type { Query } from '#contract/calls.ts'
import { pagePaths } from '#contract/paths.ts'
import { queryString } from '#web/client/search.ts'

/** A month of the sales pages; none is the current one. */
export type MonthQuery = Query<'statement'>

/** URLs of the sales pages, which no other page links to with a month. */
export const salesPaths = {
  sales: (query: MonthQuery & { page?: number }) => pagePaths.accountSales + queryString(query),
  downline: (query: MonthQuery & { of?: number }) => pagePaths.accountDownline + queryString(query),
  statement: (query: MonthQuery) => pagePaths.accountStatement + queryString(query),
  referral: (ref: string) => pagePaths.register + queryString({ ref }),
} as const
