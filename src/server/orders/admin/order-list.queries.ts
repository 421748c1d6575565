import { type RawBuilder, sql } from 'kysely'
import type { ManagedOrderRow, OrderSort } from '#contract/orders/admin-list.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { countUpTo } from '#server/platform/database/count-up-to.ts'
import { PLANNED_FOR_VALUES } from '#server/platform/database/statement-names.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import { allConditions, type Condition, type OrderConditions } from './order-filter.queries.ts'
import { FIRST_DUE, type ListPosition, type OrderSorting } from './order-sorts.ts'

const planHint = sql.raw(PLANNED_FOR_VALUES)

/** Sort keys; the indexes of orders use the same expressions. */
const keys: Record<OrderSort, RawBuilder<unknown>> = {
  placed: sql`orders.created_at`,
  total: sql`orders.total_cents`,
  due: sql`coalesce(orders.due_on, 'infinity'::date)`,
  name: sql`lower(orders.last_name || ' ' || orders.first_name)`,
}
/** Sort keys in the format of a cursor. */
const cursorKeys: Record<OrderSort, RawBuilder<unknown>> = {
  placed: sql`(extract(epoch from page.created_at) * 1000000)::bigint`,
  total: sql`page.total_cents`,
  due: sql`page.due_on - ${sql.lit(FIRST_DUE)}::date`,
  name: sql`lower(page.last_name || ' ' || page.first_name)`,
}
const cursorValues: Record<OrderSort, (key: ListPosition['key']) => RawBuilder<unknown>> = {
  placed: (key) => sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`,
  total: (key) => sql`${key}::bigint`,
  due: (key) => sql`coalesce(${sql.lit(FIRST_DUE)}::date + ${key}::integer, 'infinity'::date)`,
  name: (key) => sql`${key}::text`,
}

const direction = ({ descending }: OrderSorting) => sql.raw(descending ? 'desc' : 'asc')

function buildAfterCondition(sorting: OrderSorting, position: ListPosition | undefined): Condition[] {
  if (!position) return []
  const operator = sql.raw(sorting.descending ? '<' : '>')
  return [
    sql`(${keys[sorting.by]}, orders.id) ${operator} (${cursorValues[sorting.by](position.key)}, ${position.id}::integer)`,
  ]
}

const joinWithAnd = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`

const buildOrderBy = (sorting: OrderSorting) =>
  sql`order by ${keys[sorting.by]} ${direction(sorting)}, orders.id ${direction(sorting)}`

/** Start of a page, and its maximum number of orders. */
export type OrderPage = { after: ListPosition | undefined; limit: number }

export type ManagedOrderListRow = {
  id: OrderId
  created_at: Date
  status: ManagedOrderRow['status']
  payment_state: ManagedOrderRow['payment_state']
  fulfillment_state: ManagedOrderRow['fulfillment_state']
  type: 'D' | 'P'
  payment_type: ManagedOrderRow['method']
  first_name: string
  last_name: string
  email: string
  phone_number: string
  total_cents: number
  balance_cents: number
  credited_cents: number
  due_on: string | null
  edition: number
  units: number
  state: string | null
  key: ListPosition['key']
}

/** Reads the columns that the list shows, for a page of orders. */
async function readRows(
  db: Database,
  page: RawBuilder<unknown>,
  sorting: OrderSorting,
): Promise<ManagedOrderListRow[]> {
  const { rows } = await sql<ManagedOrderListRow>`${planHint}
    select page.id, created_at, status, payment_state, fulfillment_state, type, payment_type, first_name, last_name,
      email, phone_number, total_cents, due_on, version as edition, ${cursorKeys[sorting.by]} as key,
      total_cents - money.credited - money.received + money.refunded as balance_cents, money.credited as credited_cents,
      (select coalesce(sum(quantity), 0)::int from order_lines where order_id = page.id) as units,
      (select state from order_addresses where order_id = page.id) as state
      from (${page}) page
     cross join lateral order_payment_totals(page.id) as money
     order by sorted ${direction(sorting)}, page.id ${direction(sorting)}`.execute(db)
  return rows
}

/** Returns a sorted page of the orders that match all conditions, with a plan chosen by the server. */
export const findListed = (
  db: Database,
  conditions: readonly Condition[],
  sorting: OrderSorting,
  { after, limit }: OrderPage,
): Promise<ManagedOrderListRow[]> =>
  readRows(
    db,
    sql`select orders.*, ${keys[sorting.by]} as sorted from orders
         where ${joinWithAnd([...conditions, ...buildAfterCondition(sorting, after)])} ${buildOrderBy(sorting)} limit ${limit}`,
    sorting,
  )

/** Number of orders scanned in list order before all matches are queried and sorted instead. */
const MAX_SCANNED = 20_000

/** Columns that the list indexes cover, so that no row is fetched; the name index also covers the names. */
const indexColumns = sql`id, created_at, status, payment_state, fulfillment_state, type, payment_type, total_cents, due_on, paid_at`
const selectIndexColumns = ({ by }: OrderSorting) =>
  by === 'name' ? sql`${indexColumns}, last_name, first_name` : indexColumns

/** Selects the next orders of the list without filtering them, except for a range of the sort key itself. */
const selectScanned = (conditions: OrderConditions, sorting: OrderSorting, after: ListPosition | undefined) => {
  const range = sorting.by === 'placed' || sorting.by === 'total' ? conditions.ranges[sorting.by] : []
  return sql`select ${selectIndexColumns(sorting)} from orders where ${joinWithAnd([...range, ...buildAfterCondition(sorting, after)])}
    ${buildOrderBy(sorting)} limit ${MAX_SCANNED}`
}

/** Returns the first matches among the next orders of the list; complete only if they fill the page. */
export const findByScan = (
  db: Database,
  conditions: OrderConditions,
  sorting: OrderSorting,
  { after, limit }: OrderPage,
): Promise<ManagedOrderListRow[]> =>
  readRows(
    db,
    sql`with first as materialized (
          select orders.id, ${keys[sorting.by]} as sorted from (${selectScanned(conditions, sorting, after)}) orders
           where ${joinWithAnd(allConditions(conditions))} ${buildOrderBy(sorting)} limit ${limit})
        select orders.*, sorted from first join orders on orders.id = first.id`,
    sorting,
  )

/** Finds all matches and sorts them, with a plan that keeps the server from scanning the list. */
export const findBySort = (
  db: Database,
  conditions: OrderConditions,
  sorting: OrderSorting,
  { after, limit }: OrderPage,
): Promise<ManagedOrderListRow[]> =>
  readRows(
    db,
    sql`with found as materialized (
          select orders.id, ${keys[sorting.by]} as sorted from orders
           where ${joinWithAnd([...allConditions(conditions), ...buildAfterCondition(sorting, after)])}),
        first as (
          select * from found order by sorted ${direction(sorting)}, id ${direction(sorting)} limit ${limit})
        select orders.*, sorted from first join orders on orders.id = first.id`,
    sorting,
  )

export const isAmong = (ids: readonly number[]): Condition => sql`orders.id = any(${ids}::integer[])`
export const isNotAmong = (ids: readonly number[]): Condition => sql`orders.id <> all(${ids}::integer[])`

export const countListed = (db: Database, conditions: readonly Condition[]): Promise<number> =>
  countUpTo(db, sql`from orders where ${joinWithAnd(conditions)}`)

/** Up to this many orders with the words are sorted; more frequent words are found quickly by scanning the list. */
export const MAX_SORTED = 5_000

/** Returns orders with these words, unsorted; one more than the limit signals that there are more. */
export async function findByWords(
  db: Database,
  words: Condition,
  conditions: readonly Condition[],
): Promise<OrderId[]> {
  const orders =
    conditions.length === 0
      ? sql``
      : sql`join orders on orders.id = order_search.order_id and ${joinWithAnd(conditions)}`
  const { rows } = await sql<{ id: OrderId }>`${planHint}
    select order_search.order_id as id from order_search ${orders} where ${words} limit ${MAX_SORTED + 1}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Returns the first orders with frequent words by scanning the list order by order, with the words in a scalar subquery
 * to force that plan; undefined if they do not fill a page.
 */
export async function findWordsByScan(
  db: Database,
  words: Condition,
  conditions: OrderConditions,
  sorting: OrderSorting,
  { after, limit }: OrderPage,
): Promise<OrderId[] | undefined> {
  const { rows } = await sql<{ id: OrderId }>`${planHint}
    select orders.id from (${selectScanned(conditions, sorting, after)}) orders
     where ${joinWithAnd([...allConditions(conditions), sql`(select ${words} from order_search where order_id = orders.id)`])}
     ${buildOrderBy(sorting)} limit ${limit}`.execute(db)
  return rows.length === limit ? rows.map(({ id }) => id) : undefined
}

/** Finds all orders with the words and sorts them. */
export async function findWordsBySort(
  db: Database,
  words: Condition,
  conditions: readonly Condition[],
  sorting: OrderSorting,
  { after, limit }: OrderPage,
): Promise<OrderId[]> {
  const { rows } = await sql<{ id: OrderId }>`${planHint}
    with found as materialized (select order_id from order_search where ${words})
    select orders.id from found join orders on orders.id = found.order_id
     where ${joinWithAnd([...conditions, ...buildAfterCondition(sorting, after)])} ${buildOrderBy(sorting)} limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Moves the words of new orders from the index's pending list into the index; returns the number of pages moved. */
export async function flushPendingWords(db: Database): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select gin_clean_pending_list('order_search_search_text_idx') as pages`.execute(db)
  return rows[0]?.pages ?? 0
}
