import { type RawBuilder, sql } from 'kysely'
import type { OrderFilter } from '#contract/orders/admin-list.ts'
import { dayEnd, dayStart } from '#domain/calendar/month.ts'
import { parseDollars } from '#domain/money/money.ts'
import { foldForSearch } from '#domain/text/search-fold.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { awaitsPayment } from '#server/platform/database/order-conditions.ts'
import type { OrderId, ProductId } from '#server/platform/database/tables.generated.ts'
import { buildQueueCondition, type QueueDay } from './order-queues.queries.ts'

export type Condition = RawBuilder<boolean>

/** Conditions that all apply to a row of `orders`, except for those on its words. */
export type OrderConditions = {
  /** Ranges of possible sort keys. */
  ranges: { placed: Condition[]; total: Condition[] }
  others: Condition[]
  /** True for queues, which are short but costly to evaluate order by order. */
  isQueue: boolean
}

export const allConditions = ({ ranges, others: otherConditions }: OrderConditions): Condition[] => [
  ...ranges.placed,
  ...ranges.total,
  ...otherConditions,
]

export function buildConditions(
  filter: Omit<OrderFilter, 'search'>,
  today: string,
  queueDay: QueueDay,
): OrderConditions {
  const { status, payment, fulfillment, type, method, state, from, to, total_from, total_to, due, queue } = filter
  const placed = [
    whenSet(from, (value) => sql`orders.created_at >= ${new Date(dayStart(value))}`),
    whenSet(to, (value) => sql`orders.created_at < ${new Date(dayEnd(value))}`),
  ].flat()
  const total = [
    whenSet(total_from, (value) => sql`orders.total_cents >= ${parseDollars(value)}`),
    whenSet(total_to, (value) => sql`orders.total_cents <= ${parseDollars(value)}`),
  ].flat()
  const otherConditions = [
    whenSet(status, (value) =>
      value === 'not_canceled' ? sql`orders.status <> 'canceled'` : sql`orders.status = ${value}`,
    ),
    whenSet(payment, (value) => sql`orders.payment_state = ${value}`),
    whenSet(fulfillment, (value) =>
      // Canceled orders are never packed.
      value === 'unfulfilled'
        ? sql`(orders.fulfillment_state = ${value} and orders.status <> 'canceled')`
        : sql`orders.fulfillment_state = ${value}`,
    ),
    whenSet(type, (value) => sql`orders.type = ${value}`),
    whenSet(method, (value) => sql`orders.payment_type = ${value}`),
    whenSet(state, (value) => sql`orders.id in (select order_id from order_addresses where state = ${value})`),
    whenSet(due, (value) =>
      value === 'overdue'
        ? sql`(${awaitsPayment} and orders.due_on < ${today})`
        : sql`(${awaitsPayment} and orders.due_on >= ${today})`,
    ),
    whenSet(queue, (value) => buildQueueCondition(value, queueDay)),
  ].flat()
  return { ranges: { placed, total }, others: otherConditions, isQueue: queue !== undefined }
}

const whenSet = <T>(value: T | undefined, condition: (value: T) => Condition): Condition[] =>
  value === undefined ? [] : [condition(value)]

/** A search word with its alternatives: spellings, products and orders. */
export type SearchWord = { written: string[]; products: readonly ProductId[]; orders: readonly number[] }

/** Shorter words contain no trigram, so they are matched as prefixes. */
const MIN_TRIGRAM_LENGTH = 3

/** Condition on a row of `order_search`: it contains all words, or is one of these orders. */
export const buildWordsCondition = (words: readonly SearchWord[], exact: readonly number[]): Condition => {
  const wordConditions = words.map(({ written: spellings, products, orders }) => {
    const patterns = [...spellings.map(toPattern), ...products.map((id) => `%:p${id}:%`)]
    return joinWithOr([...patterns.map((pattern) => sql<boolean>`search_text like ${pattern}`), ...matchOrders(orders)])
  })
  return joinWithOr([
    ...(wordConditions.length > 0 ? [sql<boolean>`(${sql.join(wordConditions, sql` and `)})`] : []),
    ...matchOrders(exact),
  ])
}

const matchOrders = (orders: readonly number[]): Condition[] =>
  orders.length === 0 ? [] : [sql`order_search.order_id = any(${orders}::integer[])`]

const joinWithOr = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`

function toPattern(word: string): string {
  const folded = foldForSearch(word).trim()
  const escaped = folded.replaceAll(/[\\%_]/g, '\\$&')
  return [...folded].length < MIN_TRIGRAM_LENGTH ? `% ${escaped}%` : `%${escaped}%`
}

const MAX_PRODUCTS = 20
/** Finds products whose SKU contains the word, or equals it if the word is short. */
export async function findProductsBySku(db: Database, word: string): Promise<ProductId[]> {
  const { rows } = await sql<{ id: ProductId }>`
    select id from products where sku <> '' and case when ${[...word].length < MIN_TRIGRAM_LENGTH}::boolean
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
