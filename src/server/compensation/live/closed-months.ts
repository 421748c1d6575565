import type { Month } from '#domain/calendar/month.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { type CachedMonth, loadMonth } from './cached-month.ts'
import { type LiveQueries, type LiveQuery, type LiveQueryName, queryHandlers } from './query-handlers.ts'

/**
 * Maximum number of closed months in memory. Viewers read them one after the other, and a large one takes a few
 * hundred megabytes.
 */
const MAX_MONTHS = 2

/** Closed months only: they never change, so there are no changes to follow. */
export class ClosedMonths {
  readonly #connection: Connection
  readonly #months = new Map<Month, Promise<CachedMonth>>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async query<Name extends LiveQueryName>(query: LiveQuery<Name>): Promise<LiveQueries[Name]['result']> {
    const { name, month, ...input } = query as LiveQuery<LiveQueryName>
    const cached = await this.#getMonth(month)
    if (!cached.frozen || name === 'difference' || name === 'preview') throw new Error(`${month} is open: ${name}`)
    return queryHandlers[name](cached, input as never) as LiveQueries[Name]['result']
  }

  #getMonth(month: Month): Promise<CachedMonth> {
    const cached = this.#months.get(month)
    if (cached) return cached
    const loading = loadMonth(this.#connection, month)
    // The error goes to the waiting callers; the next call starts again.
    loading.catch(() => this.#months.delete(month))
    this.#months.set(month, loading)
    for (const oldest of this.#months.keys()) if (this.#months.size > MAX_MONTHS) this.#months.delete(oldest)
    return loading
  }
}
