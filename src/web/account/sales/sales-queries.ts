import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type BonusLines,
  type Legs,
  type LevelReason,
  SALES_PAGE_SIZE,
  type Sales,
  type SalesHistory,
} from '#contract/sales.ts'
import type { SalesChanges } from '#contract/sales-changes.ts'
import type { Statement } from '#contract/statement.ts'
import { getJson, overNetwork } from '#web/api.ts'
import { type MonthQuery, paths } from '#web/paths.ts'

/** The figures are live: each visit fetches again and shows the known ones meanwhile. */
const live = { staleTime: 0 }

export const salesQuery = (month: MonthQuery, page: number) =>
  queryOptions<Sales>({
    queryKey: [paths.api.sales({ ...month, offset: (page - 1) * SALES_PAGE_SIZE })],
    // The previous month stays until the next one arrives, so that the filter keeps the focus.
    placeholderData: keepPreviousData,
    ...live,
  })

export const salesHistoryQuery = () => queryOptions<SalesHistory>({ queryKey: [paths.api.salesHistory], ...live })

export const levelReasonQuery = (month: MonthQuery) =>
  queryOptions<LevelReason>({ queryKey: [paths.api.levelReason(month)], ...live })

export const salesChangesQuery = (month: MonthQuery) =>
  queryOptions<SalesChanges>({ queryKey: [paths.api.salesChanges(month)], ...live })

/** `own` lists the orders that make up the total sales. */
export type LinesOf = MonthQuery & { bonus: 'own' | 'sales' | 'level'; paid: 'yes' | 'no' }

export const bonusLinesQuery = (of: LinesOf) =>
  infiniteQueryOptions({
    queryKey: [paths.api.bonusLines(of)],
    queryFn: ({ pageParam }) => getJson<BonusLines>(overNetwork, paths.api.bonusLines({ ...of, after: pageParam })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    ...live,
  })

/** The direct line of a member of the downline, or the user's own, page by page. */
export const legsQuery = (month: MonthQuery, memberId?: number) =>
  infiniteQueryOptions({
    queryKey: [paths.api.legs({ ...month, member_id: memberId })],
    queryFn: ({ pageParam }) =>
      getJson<Legs>(
        overNetwork,
        paths.api.legs({ ...month, member_id: memberId, offset: pageParam * SALES_PAGE_SIZE }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ page_count }, pages) => (pages.length < page_count ? pages.length : undefined),
    ...live,
  })

export const searchLegsQuery = (month: MonthQuery, q: string) =>
  queryOptions<{ legs: Legs['legs']; more: boolean }>({
    queryKey: [paths.api.searchLegs({ ...month, q })],
    enabled: q !== '',
    placeholderData: keepPreviousData,
    ...live,
  })

/** A closed month never changes. */
export const statementQuery = (month: MonthQuery) => queryOptions<Statement>({ queryKey: [paths.api.statement(month)] })

/** Drops everything the sales pages have loaded, since it dates from before somebody was added. */
export const forgetSales = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0].startsWith(paths.accountSales) })
