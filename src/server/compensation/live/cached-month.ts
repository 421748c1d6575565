import type { Month } from '#domain/calendar/month.ts'
import { type LiveMonth, startLiveMonth } from '#domain/compensation/live/live-month.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { readMonth } from '../close/month-input.ts'
import { Ids } from './ids.ts'
import { findEnrolledAt } from './live.queries.ts'

/** A live month, with the database rows of its indexes. */
export type CachedMonth = {
  month: Month
  /** Closed; never changes. */
  frozen: boolean
  live: LiveMonth
  members: Ids
  /** Enrollment time of the last member in the columns, in microseconds. */
  lastEnrolled: number
  orders: Ids
  /** Returns on closed months' orders that are already booked in this one. */
  returns: Set<number>
  /** Corrections that are already booked in this month. */
  corrections: Set<number>
}

const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Loads a month into memory, in its current state or as frozen by its close (docs/plan §4.2). Yields between slices, so
 * that other work of this thread continues; the caller must apply concurrent changes.
 */
export async function loadMonth(connection: Connection, value: Month): Promise<CachedMonth> {
  const { plan, closed, memberIds, orderIds, returnIds, correctionIds, input } = await readMonth(connection, value)
  const loading = startLiveMonth(plan, input)
  let step = loading.next()
  for (; !step.done; step = loading.next()) await yieldToEventLoop()
  return {
    month: value,
    frozen: closed,
    live: step.value,
    members: new Ids(memberIds),
    lastEnrolled: await findEnrolledAt(connection, memberIds.at(-1)),
    orders: new Ids(orderIds),
    returns: new Set(returnIds),
    corrections: new Set(correctionIds),
  }
}
