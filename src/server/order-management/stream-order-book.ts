import type { OrderFilter } from '#contract/admin-order-list.ts'
import { shopDayOf } from '#domain/month.ts'
import type { Services } from '#server/platform/services.ts'
import { findBooked } from './order-book.queries.ts'
import { BOOK_HEADING, bookLine } from './order-book.ts'
import { allConditions, conditionsOf } from './order-filter.queries.ts'
import { readOrderSearch } from './read-order-search.ts'
import { readQueueDay } from './read-queue-day.ts'

/** As many at a time as hold up nobody else's request. */
const SLICE = 500
const ABOVE_ALL = 2_147_483_647

/**
 * The orders that a filter leaves as a CSV file, piece by piece, read no faster than it is taken and without a
 * transaction that would last as long: one placed meanwhile is not in it, one that changes is there as it then is.
 */
export async function* streamOrderBook(
  services: Pick<Services, 'db' | 'settings'>,
  { search: typed, ...filter }: OrderFilter,
): AsyncGenerator<string> {
  const { db } = services
  const now = new Date()
  const search = await readOrderSearch(db, typed)
  const queueDay = await readQueueDay(services, now, filter.waits === undefined ? [] : [filter.waits])
  const conditions = conditionsOf(filter, shopDayOf(now.getTime()), queueDay)
  yield BOOK_HEADING
  for (let below: number | undefined = ABOVE_ALL; below !== undefined; ) {
    const orders = await findBooked(db, allConditions(conditions), search?.words, { below, limit: SLICE })
    if (orders.length > 0) yield orders.map(bookLine).join('')
    below = orders.length < SLICE ? undefined : orders.at(-1)?.id
  }
}
