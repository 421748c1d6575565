import type { OrderFilter } from '#contract/orders/admin-list.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import type { Services } from '#server/platform/services.ts'
import { findOrderBookRows } from './order-book.queries.ts'
import { formatOrderBookLine, ORDER_BOOK_HEADING } from './order-book.ts'
import { allConditions, buildConditions } from './order-filter.queries.ts'
import { readOrderSearch } from './read-order-search.ts'
import { readQueueDay } from './read-queue-day.ts'

/** Batch size that does not delay other requests. */
const BATCH_SIZE = 500
const MAX_ORDER_ID = 2_147_483_647

/**
 * Streams the filtered orders as a CSV file, reading no faster than the consumer and without a long transaction: an
 * order placed during the export is not included, and one that changes appears in its state when read.
 */
export async function* streamOrderBook(
  services: Pick<Services, 'db' | 'settings'>,
  { search: searchText, ...filter }: OrderFilter,
): AsyncGenerator<string> {
  const { db } = services
  const now = new Date()
  const search = await readOrderSearch(db, searchText)
  const queueDay = await readQueueDay(services, now, filter.queue === undefined ? [] : [filter.queue])
  const conditions = buildConditions(filter, shopDayOf(now.getTime()), queueDay)
  yield ORDER_BOOK_HEADING
  for (let below: number | undefined = MAX_ORDER_ID; below !== undefined; ) {
    const orders = await findOrderBookRows(db, allConditions(conditions), search?.words, { below, limit: BATCH_SIZE })
    if (orders.length > 0) yield orders.map(formatOrderBookLine).join('')
    below = orders.length < BATCH_SIZE ? undefined : orders.at(-1)?.id
  }
}
