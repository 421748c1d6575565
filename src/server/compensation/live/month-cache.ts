import type { PoolClient } from 'pg'
import { type Month, monthOf } from '#domain/calendar/month.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { answers, type Question, type QuestionName, type Questions } from './answers.ts'
import { applyChanges } from './apply-changes.ts'
import { type CachedMonth, loadMonth } from './cached-month.ts'
import { ChangeLog } from './change-log.ts'
import type { Change } from './feed.queries.ts'
import { Feed } from './feed.ts'
import { type DifferenceFigures, presentMonthDiff } from './present-month-diff.ts'
import { previewOrder } from './preview-order.ts'

/** Polling interval while there are questions; a question finds data that was read a moment ago. */
const LOOK_MS = 250
/**
 * A figure must be on its page within a second of the commit: a question waits for a refresh if the data is older than
 * this.
 */
const STALE_MS = 400
/** Time without questions after which polling slows down. */
const QUIET_MS = 2_000
/** Polling interval without questions: the changes of this time are read in a moment. */
const IDLE_MS = 5_000
/**
 * Number of cached months besides the current one, regardless of their size; more if all of them together are this
 * small.
 */
const MAX_OTHERS = 2
const ROOM_FOR_MORE = 500_000
/** Yesterday began at most 49 hours ago, on the day when clocks were set back. */
const LONGEST_ASKED_MS = 50 * 3_600_000

type Reading = {
  /** Changes that arrived while the month is being loaded; undefined once it is loaded. */
  waiting: Change[] | undefined
  size: number
  usedAt: number
}
type Entry = Reading & { ready: Promise<CachedMonth> }

/** Keeps months in memory up to date: the current one always, others on demand. */
export class MonthCache {
  readonly #connection: Connection
  readonly #months = new Map<Month, Entry>()
  #feed: Feed | undefined
  #log: { changes: ChangeLog; read: Promise<void> } | undefined
  /** Serializes the work, so that applied changes match what was read. */
  #turn: Promise<void> = Promise.resolve()

  /** When the last successful refresh began, by performance.now(). */
  #lookedAt = -Infinity
  #askedAt = -Infinity
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  /** A refresh that has not begun yet is shared by all callers. */
  #nextLook: Promise<void> | undefined

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Starts to follow the changes. */
  start(): void {
    // An error goes to the waiting callers.
    const lookAgain = () => this.#lookLater()
    this.catchUp().then(lookAgain, lookAgain)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #lookLater(): void {
    if (this.#isStopped) return
    const isQuiet = performance.now() - this.#askedAt > QUIET_MS
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.start(), isQuiet ? IDLE_MS : LOOK_MS)
  }

  async ask<Name extends QuestionName>(question: Question<Name>): Promise<Questions[Name]['answer']> {
    const now = performance.now()
    const wasQuiet = now - this.#askedAt > QUIET_MS
    this.#askedAt = now
    if (wasQuiet) this.#lookLater()
    const { name, month, ...ask } = question as Question<QuestionName>
    if (name === 'difference') {
      return this.#presentMonthDiff(month, ask as Questions['difference']['ask']) as Promise<Questions[Name]['answer']>
    }
    if (name === 'preview') {
      return this.#preview(month, ask as Questions['preview']['ask']) as Promise<Questions[Name]['answer']>
    }
    // Stale figures are never returned; the error is the answer instead.
    if (now - this.#lookedAt > STALE_MS) await this.catchUp()
    return answers[name](await this.#ready(month), ask as never) as Questions[Name]['answer']
  }

  #ready(month: Month): Promise<CachedMonth> {
    const entry = this.#cache(month)
    entry.usedAt = performance.now()
    return entry.ready
  }

  async #presentMonthDiff(month: Month, ask: Questions['difference']['ask']): Promise<DifferenceFigures> {
    const log = await this.#openLog()
    await this.catchUp()
    for (;;) {
      const cached = await this.#ready(month)
      const monthChanges = log.changesOf(month, ask.since)
      const backs = log.backsOf(monthChanges)
      const corrections = log.correctionsOf(monthChanges)
      // Without awaiting, so that the month and the log are from the same moment.
      if (backs && corrections) return presentMonthDiff(cached, monthChanges, { backs, corrections }, ask)
      await log.lookUpBacks(month, monthChanges)
      await log.lookUpCorrections(monthChanges)
    }
  }

  async #preview(month: Month, { planned }: Questions['preview']['ask']): Promise<Questions['preview']['answer']> {
    await this.catchUp()
    const cached = await this.#ready(month)
    // Between two refreshes: everything that was read is in the month.
    const answer = this.#turn.then(() => {
      const figures = previewOrder(cached, planned)
      const lastChange = this.#feed?.last
      return figures === undefined || lastChange === undefined ? undefined : { ...figures, lastChange }
    })
    this.#turn = answer.then(
      () => {},
      () => {},
    )
    return answer
  }

  /** The log is opened by the first question about changes. */
  async #openLog(): Promise<ChangeLog> {
    const from = Date.now() - LONGEST_ASKED_MS
    this.#log ??= this.#readLog(from)
    const { changes, read } = this.#log
    await read
    changes.forgetBefore(from)
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

  /** Makes sure that later answers include everything that is committed now. */
  catchUp(): Promise<void> {
    if (this.#nextLook) return this.#nextLook
    const look = this.#turn.then(() => {
      this.#nextLook = undefined
      return this.#look()
    })
    this.#nextLook = look
    this.#turn = look.catch(() => {})
    return look
  }

  async #look(): Promise<void> {
    const began = performance.now()
    try {
      this.#feed ??= await Feed.open(this.#connection.pool)
      const changes = await this.#feed.read()
      this.#log?.changes.add(changes)
      if (changes.length > 0) await this.#tell(changes)
      this.#lookedAt = began
    } catch (fault) {
      this.#lookedAt = -Infinity
      throw fault
    }
    this.#cache(monthOf(Date.now()))
  }

  async #tell(changes: readonly Change[]): Promise<void> {
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
    const known = this.#months.get(month)
    if (known) return known
    const reading: Reading = { waiting: [], size: 0, usedAt: performance.now() }
    const entry = Object.assign(reading, { ready: this.#load(month, reading) })
    // The error goes to the waiting callers; the next call starts again.
    entry.ready.catch(() => {
      if (this.#months.get(month) === entry) this.#months.delete(month)
    })
    this.#months.set(month, entry)
    return entry
  }

  async #load(month: Month, entry: Reading): Promise<CachedMonth> {
    const cached = await loadMonth(this.#connection, month)
    entry.size = cached.live.state.members + cached.live.state.orders
    this.#makeRoom()
    const settled = this.#turn.then(async () => {
      const waiting = entry.waiting ?? []
      entry.waiting = undefined
      if (waiting.length > 0) await this.#apply(month, cached, waiting)
    })
    this.#turn = settled.catch(() => {})
    await settled
    // Everything changed at once while it was loading.
    return this.#months.get(month) === entry ? cached : this.#cache(month).ready
  }

  #makeRoom(): void {
    const current = monthOf(Date.now())
    const others = [...this.#months]
      .filter(([month, { waiting }]) => month !== current && waiting === undefined)
      .sort(([, a], [, b]) => a.usedAt - b.usedAt)
    const total = () => [...this.#months.values()].reduce((sum, { size }) => sum + size, 0)
    while (others.length > MAX_OTHERS && total() > ROOM_FOR_MORE) {
      const [oldest] = others.shift() ?? []
      if (oldest) this.#months.delete(oldest)
    }
  }
}
