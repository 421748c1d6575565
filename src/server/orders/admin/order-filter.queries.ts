import { type RawBuilder, sql } from 'kysely'
import type { OrderFilter } from '#contract/orders/admin-list.ts'
import { dayEnd, dayStart } from '#domain/calendar/month.ts'
import { parseDollars } from '#domain/money/money.ts'
import { foldForSearch } from '#domain/text/search-fold.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { awaitsPayment } from '#server/platform/database/order-conditions.ts'
import type { OrderId, ProductId } from '#server/platform/database/tables.generated.ts'
import { type QueueDay, queueCondition } from './order-queues.queries.ts'

export type Condition = RawBuilder<boolean>

/** Conditions that all apply to a row of `orders`, except for those on its words. */
export type OrderConditions = {
  /** Ranges of possible sort keys. */
  ranges: { placed: Condition[]; total: Condition[] }
  others: Condition[]
  /** True for queues, which are short but costly to evaluate order by order. */
  isQueue: boolean
}

export const allConditions = ({ ranges, others }: OrderConditions): Condition[] => [
  ...ranges.placed,
  ...ranges.total,
  ...others,
]

export function conditionsOf(filter: Omit<OrderFilter, 'search'>, today: string, queueDay: QueueDay): OrderConditions {
  const { status, payment, fulfillment, type, method, state, from, to, total_from, total_to, due, queue } = filter
  const placed = [
    given(from, (value) => sql`orders.created_at >= ${new Date(dayStart(value))}`),
    given(to, (value) => sql`orders.created_at < ${new Date(dayEnd(value))}`),
  ].flat()
  const total = [
    given(total_from, (value) => sql`orders.total_cents >= ${parseDollars(value)}`),
    given(total_to, (value) => sql`orders.total_cents <= ${parseDollars(value)}`),
  ].flat()
  const others = [
    given(status, (value) =>
      value === 'not_canceled' ? sql`orders.status <> 'canceled'` : sql`orders.status = ${value}`,
    ),
    given(payment, (value) => sql`orders.payment_state = ${value}`),
    given(fulfillment, (value) =>
      // Canceled orders are never packed.
      value === 'unfulfilled'
        ? sql`(orders.fulfillment_state = ${value} and orders.status <> 'canceled')`
        : sql`orders.fulfillment_state = ${value}`,
    ),
    given(type, (value) => sql`orders.type = ${value}`),
    given(method, (value) => sql`orders.payment_type = ${value}`),
    given(state, (value) => sql`orders.id in (select order_id from order_addresses where state = ${value})`),
    given(due, (value) =>
      value === 'overdue'
        ? sql`(${awaitsPayment} and orders.due_on < ${today})`
        : sql`(${awaitsPayment} and orders.due_on >= ${today})`,
    ),
    given(queue, (value) => queueCondition(value, queueDay)),
  ].flat()
  return { ranges: { placed, total }, others, isQueue: queue !== undefined }
}

const given = <T>(value: T | undefined, condition: (value: T) => Condition): Condition[] =>
  value === undefined ? [] : [condition(value)]

/** A search word with its alternatives: spellings, products and orders. */
export type SearchWord = { written: string[]; products: readonly ProductId[]; orders: readonly number[] }

/** Shorter words contain no trigram, so they are matched as prefixes. */
const SHORTEST_INSIDE = 3

/** Condition on a row of `order_search`: it contains all words, or is one of these orders. */
export const wordsCondition = (words: readonly SearchWord[], exact: readonly number[]): Condition => {
  const all = words.map(({ written, products, orders }) => {
    const patterns = [...written.map(patternOf), ...products.map((id) => `%:p${id}:%`)]
    return anyOf([...patterns.map((pattern) => sql<boolean>`search_text like ${pattern}`), ...among(orders)])
  })
  return anyOf([...(all.length > 0 ? [sql<boolean>`(${sql.join(all, sql` and `)})`] : []), ...among(exact)])
}

const among = (orders: readonly number[]): Condition[] =>
  orders.length === 0 ? [] : [sql`order_search.order_id = any(${orders}::integer[])`]

const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`

function patternOf(word: string): string {
  const folded = foldForSearch(word).trim()
  const escaped = folded.replaceAll(/[\\%_]/g, '\\$&')
  return [...folded].length < SHORTEST_INSIDE ? `% ${escaped}%` : `%${escaped}%`
}

const MAX_PRODUCTS = 20
/** Finds products whose SKU contains the word, or equals it if the word is short. */
export async function findProductsBySku(db: Database, word: string): Promise<ProductId[]> {
  const { rows } = await sql<{ id: ProductId }>`
    select id from products where sku <> '' and case when ${[...word].length < SHORTEST_INSIDE}::boolean
        then normalize_for_search(sku) = normalize_for_search(${word}) else position(normalize_for_search(${word}) in normalize_for_search(sku)) > 0 end
     order by length(sku), id limit ${MAX_PRODUCTS}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Finds orders with a live parcel of exactly this tracking number. */
export async function findByTracking(db: Database, trackingNumber: string): Promise<OrderId[]> {
  const { rows } = await sql<{ order_id: OrderId }>`
    select distinct order_id from shipments where tracking_number = ${trackingNumber} and tracking_number <> ''
     order by order_id limit ${MAX_PRODUCTS}`.execute(db)
  return rows.map(({ order_id }) => order_id)
}
