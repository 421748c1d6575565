import type { PoolClient } from 'pg'
import { type Month, monthOf } from '#domain/calendar/month.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { applyChanges } from './apply-changes.ts'
import { type CachedMonth, loadMonth } from './cached-month.ts'
import { ChangeLog } from './change-log.ts'
import type { Change } from './feed.queries.ts'
import { Feed } from './feed.ts'
import { type DifferenceFigures, presentMonthDiff } from './present-month-diff.ts'
import { previewOrder } from './preview-order.ts'
import { type LiveQueries, type LiveQuery, type LiveQueryName, queryHandlers } from './query-handlers.ts'

/** Polling interval while there are queries; a query finds data that was read a moment ago. */
const POLL_MS = 250
/**
 * A figure must be on its page within a second of the commit: a query waits for a refresh if the data is older than
 * this.
 */
const STALE_MS = 400
/** Time without queries after which polling slows down. */
const QUIET_MS = 2_000
/** Polling interval without queries. */
const IDLE_MS = 5_000
/**
 * Number of cached months besides the current one, regardless of their size; more if all of them together are this
 * small.
 */
const MAX_OTHER_MONTHS = 2
const MAX_CACHED_ROWS = 500_000
/** Yesterday began at most 49 hours ago, on the day when clocks were set back. */
const MAX_HISTORY_MS = 50 * 3_600_000

type LoadState = {
  /** Changes that arrived while the month is being loaded; undefined once it is loaded. */
  waiting: Change[] | undefined
  size: number
  usedAt: number
}
type Entry = LoadState & { ready: Promise<CachedMonth> }

/** Caches months in memory and keeps them up to date: the current one always, others on demand. */
export class MonthCache {
  readonly #connection: Connection
  readonly #months = new Map<Month, Entry>()
  #feed: Feed | undefined
  #log: { changes: ChangeLog; read: Promise<void> } | undefined
  /** Serializes the work, so that applied changes match what was read. */
  #queue: Promise<void> = Promise.resolve()

  /** When the last successful refresh began, by performance.now(). */
  #refreshedAt = -Infinity
  #queriedAt = -Infinity
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  /** A refresh that has not begun yet is shared by all callers. */
  #nextRefresh: Promise<void> | undefined

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Starts to follow the changes. */
  start(): void {
    // An error goes to the waiting callers.
    const schedule = () => this.#scheduleRefresh()
    this.catchUp().then(schedule, schedule)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #scheduleRefresh(): void {
    if (this.#isStopped) return
    const isQuiet = performance.now() - this.#queriedAt > QUIET_MS
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.start(), isQuiet ? IDLE_MS : POLL_MS)
  }

  async query<Name extends LiveQueryName>(query: LiveQuery<Name>): Promise<LiveQueries[Name]['result']> {
    const now = performance.now()
    const wasQuiet = now - this.#queriedAt > QUIET_MS
    this.#queriedAt = now
    if (wasQuiet) this.#scheduleRefresh()
    const { name, month, ...input } = query as LiveQuery<LiveQueryName>
    if (name === 'difference') {
      return this.#presentMonthDiff(month, input as LiveQueries['difference']['input']) as Promise<
        LiveQueries[Name]['result']
      >
    }
    if (name === 'preview') {
      return this.#preview(month, input as LiveQueries['preview']['input']) as Promise<LiveQueries[Name]['result']>
    }
    // Stale figures are never returned: a failed refresh fails the query.
    if (now - this.#refreshedAt > STALE_MS) await this.catchUp()
    return queryHandlers[name](await this.#getMonth(month), input as never) as LiveQueries[Name]['result']
  }

  #getMonth(month: Month): Promise<CachedMonth> {
    const entry = this.#cache(month)
    entry.usedAt = performance.now()
    return entry.ready
  }

  async #presentMonthDiff(month: Month, input: LiveQueries['difference']['input']): Promise<DifferenceFigures> {
    const log = await this.#openLog()
    await this.catchUp()
    for (;;) {
      const cached = await this.#getMonth(month)
      const monthChanges = log.findChanges(month, input.since)
      const returnRows = log.findReturns(monthChanges)
      const corrections = log.findCorrections(monthChanges)
      // Without awaiting, so that the month and the log are from the same moment.
      if (returnRows && corrections) return presentMonthDiff(cached, monthChanges, { returnRows, corrections }, input)
      await log.loadReturns(month, monthChanges)
      await log.loadCorrections(monthChanges)
    }
  }

  async #preview(
    month: Month,
    { planned }: LiveQueries['preview']['input'],
  ): Promise<LiveQueries['preview']['result']> {
    await this.catchUp()
    const cached = await this.#getMonth(month)
    // Between two refreshes: everything that was read is in the month.
    const preview = this.#queue.then(() => {
      const figures = previewOrder(cached, planned)
      const lastChange = this.#feed?.last
      return figures === undefined || lastChange === undefined ? undefined : { ...figures, lastChange }
    })
    this.#queue = preview.then(
      () => {},
      () => {},
    )
    return preview
  }

  /** The first query about changes opens the log. */
  async #openLog(): Promise<ChangeLog> {
    const from = Date.now() - MAX_HISTORY_MS
    this.#log ??= this.#readLog(from)
    const { changes, read } = this.#log
    await read
    changes.dropBefore(from)
    return changes
  }

  #readLog(from: number): { changes: ChangeLog; read: Promise<void> } {
    const changes = new ChangeLog(this.#connection.pool, from)
    const log = { changes, read: changes.read() }
    // The error goes to the waiting callers; the next call starts again.
    log.read.catch(() => {
      if (this.#log === log) this.#log = undefined
    })
    return log
  }

  /** Ensures that later results include everything that is committed now. */
  catchUp(): Promise<void> {
    if (this.#nextRefresh) return this.#nextRefresh
    const refresh = this.#queue.then(() => {
      this.#nextRefresh = undefined
      return this.#refresh()
    })
    this.#nextRefresh = refresh
    this.#queue = refresh.catch(() => {})
    return refresh
  }

  async #refresh(): Promise<void> {
    const startedAt = performance.now()
    try {
      this.#feed ??= await Feed.open(this.#connection.pool)
      const changes = await this.#feed.read()
      this.#log?.changes.add(changes)
      if (changes.length > 0) await this.#distribute(changes)
      this.#refreshedAt = startedAt
    } catch (error) {
      this.#refreshedAt = -Infinity
      throw error
    }
    this.#cache(monthOf(Date.now()))
  }

  async #distribute(changes: readonly Change[]): Promise<void> {
    for (const [month, entry] of [...this.#months]) {
      if (entry.waiting) entry.waiting.push(...changes)
      else await this.#apply(month, await entry.ready, changes)
    }
  }

  async #apply(month: Month, cached: CachedMonth, changes: readonly Change[]): Promise<void> {
    if (!(await this.#isApplied(cached, changes))) this.#months.delete(month)
  }

  async #isApplied(cached: CachedMonth, changes: readonly Change[]): Promise<boolean> {
    let client: PoolClient | undefined
    try {
      client = await this.#connection.pool.connect()
      return await applyChanges(client, cached, changes)
    } catch {
      // The changes may be half applied: reloads the month, and callers get an error if that fails as well.
      return false
    } finally {
      client?.release()
    }
  }

  #cache(month: Month): Entry {
    const existing = this.#months.get(month)
    if (existing) return existing
    const loadState: LoadState = { waiting: [], size: 0, usedAt: performance.now() }
    const entry = Object.assign(loadState, { ready: this.#load(month, loadState) })
    // The error goes to the waiting callers; the next call starts again.
    entry.ready.catch(() => {
      if (this.#months.get(month) === entry) this.#months.delete(month)
    })
    this.#months.set(month, entry)
    return entry
  }

  async #load(month: Month, entry: LoadState): Promise<CachedMonth> {
    const cached = await loadMonth(this.#connection, month)
    entry.size = cached.live.state.members + cached.live.state.orders
    this.#evict()
    const applied = this.#queue.then(async () => {
      const waiting = entry.waiting ?? []
      entry.waiting = undefined
      if (waiting.length > 0) await this.#apply(month, cached, waiting)
    })
    this.#queue = applied.catch(() => {})
    await applied
    // Everything changed at once while it was loading.
    return this.#months.get(month) === entry ? cached : this.#cache(month).ready
  }

  #evict(): void {
    const current = monthOf(Date.now())
    const otherMonths = [...this.#months]
      .filter(([month, { waiting }]) => month !== current && waiting === undefined)
      .sort(([, a], [, b]) => a.usedAt - b.usedAt)
    const sumSizes = () => [...this.#months.values()].reduce((sum, { size }) => sum + size, 0)
    while (otherMonths.length > MAX_OTHER_MONTHS && sumSizes() > MAX_CACHED_ROWS) {
      const [oldest] = otherMonths.shift() ?? []
      if (oldest) this.#months.delete(oldest)
    }
  }
}
