import type { OrderFilter } from '#contract/orders/admin-list.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import type { Services } from '#server/platform/services.ts'
import { findBooked } from './order-book.queries.ts'
import { BOOK_HEADING, bookLine } from './order-book.ts'
import { allConditions, conditionsOf } from './order-filter.queries.ts'
import { readOrderSearch } from './read-order-search.ts'
import { readQueueDay } from './read-queue-day.ts'

/** Batch size that does not delay other requests. */
const SLICE = 500
const ABOVE_ALL = 2_147_483_647

/**
 * Streams the filtered orders as a CSV file, reading no faster than the consumer and without a long transaction: an
 * order placed meanwhile is not included, and one that changes appears as it is when read.
 */
export async function* streamOrderBook(
  services: Pick<Services, 'db' | 'settings'>,
  { search: typed, ...filter }: OrderFilter,
): AsyncGenerator<string> {
  const { db } = services
  const now = new Date()
  const search = await readOrderSearch(db, typed)
  const queueDay = await readQueueDay(services, now, filter.queue === undefined ? [] : [filter.queue])
  const conditions = conditionsOf(filter, shopDayOf(now.getTime()), queueDay)
  yield BOOK_HEADING
  for (let below: number | undefined = ABOVE_ALL; below !== undefined; ) {
    const orders = await findBooked(db, allConditions(conditions), search?.words, { below, limit: SLICE })
    if (orders.length > 0) yield orders.map(bookLine).join('')
    below = orders.length < SLICE ? undefined : orders.at(-1)?.id
  }
}
