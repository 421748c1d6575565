import type { ManagedOrderRow, OrderFilter } from '#contract/orders/admin-list.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { findClearing } from '#server/orders/payments/read-ledger.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { MAX_COUNTED } from '#server/platform/database/count-up-to.ts'
import type { Services } from '#server/platform/services.ts'
import { allConditions, buildConditions, type OrderConditions } from './order-filter.queries.ts'
import {
  countListed,
  findByScan,
  findBySort,
  findByWords,
  findListed,
  findWordsByScan,
  findWordsBySort,
  isAmong,
  isNotAmong,
  MAX_SORTED,
  type ManagedOrderListRow,
  type OrderPage,
} from './order-list.queries.ts'
import { type OrderSorting, readCursor, writeCursor } from './order-sorts.ts'
import { presentManagedRow } from './present-managed-row.ts'
import { type OrderSearch, readOrderSearch } from './read-order-search.ts'
import { readQueueDay } from './read-queue-day.ts'

const PAGE_SIZE = 50

export type ListedOrders = {
  data: ManagedOrderRow[]
  next: string | null
  count: { value: number; more: boolean }
}

/** Returns a page of the filtered orders; `next` is the cursor of the following page. */
export async function listManagedOrders(
  services: Pick<Services, 'db' | 'settings'>,
  { search: searchText, ...filter }: OrderFilter,
  sorting: OrderSorting,
  after: string | undefined,
): Promise<Result<ListedOrders, Refusal<'cursor_invalid'>>> {
  const position = after === undefined ? undefined : readCursor(after, sorting)
  if (after !== undefined && !position) return refuse({ code: 'cursor_invalid' })
  const { db } = services
  const now = new Date()
  const today = shopDayOf(now.getTime())
  const [search, queueDay] = await Promise.all([
    readOrderSearch(db, searchText),
    readQueueDay(services, now, filter.queue === undefined ? [] : [filter.queue]),
  ])
  const conditions = buildConditions(filter, today, queueDay)
  const page = { after: position, limit: PAGE_SIZE + 1 }
  const { first, rows, count } = search
    ? await findSearched(services, search, conditions, sorting, page)
    : await findAll(services, conditions, sorting, page)

  const pageRows = rows.slice(0, PAGE_SIZE)
  const last = rows.length > PAGE_SIZE ? pageRows.at(-1) : undefined
  const allRows = [...first, ...pageRows]
  const clearsOnByOrder = await findClearing(
    db,
    allRows.map(({ id }) => id),
    services.settings.get('check_hold_days'),
  )
  return {
    ok: true,
    data: allRows.map((row) => presentManagedRow(row, { today, clearsOnByOrder })),
    next: last ? writeCursor(sorting, last) : null,
    count: { value: Math.min(count, MAX_COUNTED), more: count > MAX_COUNTED },
  }
}

type FoundOrders = { first: ManagedOrderListRow[]; rows: ManagedOrderListRow[]; count: number }
type Db = Pick<Services, 'db'>

async function findAll(
  { db }: Db,
  conditions: OrderConditions,
  sorting: OrderSorting,
  page: OrderPage,
): Promise<FoundOrders> {
  const all = allConditions(conditions)
  if (!hasIndexedRange(conditions, sorting)) {
    const [rows, count] = await Promise.all([findRows(db, conditions, sorting, page), countListed(db, all)])
    return { first: [], rows, count }
  }
  const count = await countListed(db, all)
  const find = count > MAX_COUNTED ? findRows : findBySort
  return { first: [], rows: await find(db, conditions, sorting, page), count }
}

/**
 * A range other than the sort key is counted quickly by its own index, and the count decides whether scanning the list
 * is worthwhile: a few orders among a million would not be found by a scan.
 */
const hasIndexedRange = ({ ranges, isQueue }: OrderConditions, { by }: OrderSorting): boolean =>
  !isQueue && ((by !== 'placed' && ranges.placed.length > 0) || (by !== 'total' && ranges.total.length > 0))

/**
 * Combines two plans, since neither suits all filters: orders with a common property fill a page quickly in any sort
 * order, and rare ones have an index. PostgreSQL assumes that matches are spread evenly over the list, which is never
 * true of orders in progress.
 */
async function findRows(db: Database, conditions: OrderConditions, sorting: OrderSorting, page: OrderPage) {
  if (allConditions(conditions).length === 0 || conditions.isQueue) {
    return findListed(db, allConditions(conditions), sorting, page)
  }
  const scanned = await findByScan(db, conditions, sorting, page)
  return scanned.length === page.limit ? scanned : findBySort(db, conditions, sorting, page)
}

/** Does the same for words: rare ones are found through their index, and common ones fill a page quickly. */
async function findSearched(
  { db }: Db,
  { words, exact }: OrderSearch,
  conditions: OrderConditions,
  sorting: OrderSorting,
  page: OrderPage,
): Promise<FoundOrders> {
  const all = allConditions(conditions)
  const others: OrderConditions =
    exact.length === 0 ? conditions : { ...conditions, others: [...conditions.others, isNotAmong(exact)] }
  // Checks for rare words first, because scanning the list for those would take longest.
  const matches = await findByWords(db, words, all)
  const ids =
    matches.length <= MAX_SORTED
      ? matches
      : ((await findWordsByScan(db, words, others, sorting, page)) ??
        (await findWordsBySort(db, words, allConditions(others), sorting, page)))
  const exactIds = new Set(exact)
  const remainingIds = ids.filter((id) => !exactIds.has(id))
  const [first, rows] = await Promise.all([
    page.after || exact.length === 0
      ? []
      : findListed(db, [...all, isAmong(exact)], sorting, { after: undefined, limit: exact.length }),
    remainingIds.length === 0 ? [] : findListed(db, [isAmong(remainingIds)], sorting, page),
  ])
  return { first, rows, count: matches.length }
}
