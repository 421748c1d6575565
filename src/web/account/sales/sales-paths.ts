import type { Query } from '#contract/calls.ts'
import { pagePaths } from '#contract/paths.ts'
import { searchText } from '#web/search.ts'

/** A month of the sales pages; none is the current one. */
export type MonthQuery = Query<'statement'>

/** URLs of the sales pages, which no other page links to with a month. */
export const salesPaths = {
  sales: (query: MonthQuery & { page?: number }) => pagePaths.accountSales + searchText(query),
  downline: (query: MonthQuery & { of?: number }) => pagePaths.accountDownline + searchText(query),
  statement: (query: MonthQuery) => pagePaths.accountStatement + searchText(query),
  referral: (ref: string) => pagePaths.register + searchText({ ref }),
} as const
