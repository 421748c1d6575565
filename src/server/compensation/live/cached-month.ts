import { type LiveMonth, startLiveMonth } from '#domain/compensation/live/live-month.ts'
import type { Month } from '#domain/month.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { readMonth } from '../close/month-input.ts'
import { Ids } from './ids.ts'
import { findEnrolled } from './live.queries.ts'

/** A month in memory: the rows of the database that its places stand for. */
export type CachedMonth = {
  month: Month
  /** Closed: nothing changes any more. */
  frozen: boolean
  live: LiveMonth
  members: Ids
  /** When the last member of the columns enrolled, in microseconds. */
  lastEnrolled: number
  orders: Ids
  /** Returns of closed months' orders that are booked in this one already. */
  returns: Set<number>
  /** Corrections that are booked in it already. */
  corrections: Set<number>
}

const later = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Reads a month into memory, as far as it is or as it was frozen by its close (docs/plan §4.2). Bit by bit, so that
 * others get their turn in this thread; what changes meanwhile is for the caller to apply.
 */
export async function loadMonth(connection: Connection, value: Month): Promise<CachedMonth> {
  const { plan, closed, memberIds, orderIds, returnIds, correctionIds, input } = await readMonth(connection, value)
  const work = startLiveMonth(plan, input)
  let step = work.next()
  for (; !step.done; step = work.next()) await later()
  return {
    month: value,
    frozen: closed,
    live: step.value,
    members: new Ids(memberIds),
    lastEnrolled: await findEnrolled(connection, memberIds.at(-1)),
    orders: new Ids(orderIds),
    returns: new Set(returnIds),
    corrections: new Set(correctionIds),
  }
}
