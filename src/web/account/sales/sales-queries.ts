import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Query } from '#contract/calls.ts'
import { SALES_PAGE_SIZE } from '#contract/compensation/sales.ts'
import type { ReadName } from '#contract/paths.ts'
import { get } from '#web/api/api.ts'
import { callKey, callQuery } from '#web/api/query.ts'
import type { MonthQuery } from './sales-paths.ts'

/** Live figures: each visit refetches and shows the cached ones in the meantime. */
const liveOptions = { staleTime: 0 }

export const salesQuery = (month: MonthQuery, page: number) =>
  queryOptions({
    ...callQuery('sales', { query: { ...month, offset: (page - 1) * SALES_PAGE_SIZE } }),
    // Keeps the previous month until the next one arrives, so that the filter keeps the focus.
    placeholderData: keepPreviousData,
    ...liveOptions,
  })

export const salesHistoryQuery = () => queryOptions({ ...callQuery('salesHistory'), ...liveOptions })

export const levelReasonQuery = (query: MonthQuery) =>
  queryOptions({ ...callQuery('levelReason', { query }), ...liveOptions })

export const salesChangesQuery = (query: MonthQuery) =>
  queryOptions({ ...callQuery('salesChanges', { query }), ...liveOptions })

/** `personal` lists the orders that make up the total sales. */
export type BonusLinesQuery = MonthQuery & { bonus: 'personal' | 'sales' | 'level'; paid: 'yes' | 'no' }

export const bonusLinesQuery = (query: BonusLinesQuery) =>
  infiniteQueryOptions({
    queryKey: callKey('bonusLines', { query }),
    queryFn: ({ pageParam }) => get('bonusLines', { query: { ...query, after: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    ...liveOptions,
  })

/** Direct line of a member of the downline, or of the user by default, page by page. */
export function legsQuery(month: MonthQuery, member_id?: number) {
  const query: Query<'legs'> = { ...month, member_id }
  return infiniteQueryOptions({
    queryKey: callKey('legs', { query }),
    queryFn: ({ pageParam }) => get('legs', { query: { ...query, offset: pageParam * SALES_PAGE_SIZE } }),
    initialPageParam: 0,
    getNextPageParam: ({ page_count }, pages) => (pages.length < page_count ? pages.length : undefined),
    ...liveOptions,
  })
}

export const searchLegsQuery = (month: MonthQuery, q: string) =>
  queryOptions({
    ...callQuery('searchLegs', { query: { ...month, q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    ...liveOptions,
  })

/** A closed month never changes. */
export const statementQuery = (query: MonthQuery) => callQuery('statement', { query })

const salesCalls: readonly ReadName[] = [
  'sales',
  'salesHistory',
  'salesChanges',
  'bonusLines',
  'levelReason',
  'legs',
  'searchLegs',
  'statement',
]

/** Drops all data of the sales pages because it predates the new member. */
export const invalidateSales = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey: [name] }) => salesCalls.includes(name) })
