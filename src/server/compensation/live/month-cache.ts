import type { PoolClient } from 'pg'
import { type Month, monthOf } from '#domain/month.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { answers, type Question, type QuestionName, type Questions } from './answers.ts'
import { applyChanges } from './apply-changes.ts'
import { type CachedMonth, loadMonth } from './cached-month.ts'
import { ChangeLog } from './change-log.ts'
import type { Change } from './feed.queries.ts'
import { Feed } from './feed.ts'
import { previewOrder } from './preview-order.ts'
import { type DifferenceFigures, tellDifference } from './tell-difference.ts'

/** While somebody asks, so often; whoever asks finds what was read a moment ago. */
const LOOK_MS = 250
/** A figure is on its page within a second of the commit: who asks of what was read longer ago waits for a look. */
const STALE_MS = 400
/** Nobody asks any more. */
const QUIET_MS = 2_000
/** While nobody asks: what has piled up by then is read in a moment. */
const IDLE_MS = 5_000
/** Besides the current month so many stay cached whatever their size, and more while all together are this small. */
const MOST_OTHERS = 2
const ROOM_FOR_MORE = 500_000
/** Yesterday began at most 49 hours ago, on the day when clocks were set back. */
const LONGEST_ASKED_MS = 50 * 3_600_000

type Reading = {
  /** What happened while the month is read; undefined once it is there. */
  waiting: Change[] | undefined
  size: number
  usedAt: number
}
type Entry = Reading & { ready: Promise<CachedMonth> }

/** Keeps months in memory up to date, the current one always, others as they are asked for. */
export class MonthCache {
  readonly #connection: Connection
  readonly #months = new Map<Month, Entry>()
  #feed: Feed | undefined
  #log: { changes: ChangeLog; read: Promise<void> } | undefined
  /** One thing after the other: what is applied is what was read. */
  #turn: Promise<void> = Promise.resolve()

  /** When the last look at what happened began, if it went well; by performance.now(). */
  #lookedAt = -Infinity
  #askedAt = -Infinity
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  /** A look that has not begun yet is everybody's who asks for one. */
  #nextLook: Promise<void> | undefined

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Begins to follow what happens. */
  start(): void {
    // A fault is told to whoever asks.
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
      return this.#tellDifference(month, ask as Questions['difference']['ask']) as Promise<Questions[Name]['answer']>
    }
    if (name === 'preview') {
      return this.#preview(month, ask as Questions['preview']['ask']) as Promise<Questions[Name]['answer']>
    }
    // Figures that may be old are not told; why nobody knows is the answer.
    if (now - this.#lookedAt > STALE_MS) await this.catchUp()
    return answers[name](await this.#ready(month), ask as never) as Questions[Name]['answer']
  }

  #ready(month: Month): Promise<CachedMonth> {
    const entry = this.#cache(month)
    entry.usedAt = performance.now()
    return entry.ready
  }

  async #tellDifference(month: Month, ask: Questions['difference']['ask']): Promise<DifferenceFigures> {
    const log = await this.#openLog()
    await this.catchUp()
    for (;;) {
      const cached = await this.#ready(month)
      const monthChanges = log.changesOf(month, ask.since)
      const backs = log.backsOf(monthChanges)
      const corrections = log.correctionsOf(monthChanges)
      // At once, so that the month and the log are those of one moment.
      if (backs && corrections) return tellDifference(cached, monthChanges, { backs, corrections }, ask)
      await log.lookUpBacks(month, monthChanges)
      await log.lookUpCorrections(monthChanges)
    }
  }

  async #preview(month: Month, { planned }: Questions['preview']['ask']): Promise<Questions['preview']['answer']> {
    await this.catchUp()
    const cached = await this.#ready(month)
    // Between two looks: what was read is in the month.
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

  /** The log begins with the first who asks what changed. */
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
    // Told to whoever asks; the next to ask begins anew.
    log.read.catch(() => {
      if (this.#log === log) this.#log = undefined
    })
    return log
  }

  /** What is committed now is in every answer from then on. */
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
      // Perhaps half of it: the month is read anew, and whoever asks is told if that fails as well.
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
    // Told to whoever asks; the next to ask begins anew.
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
    // Everything changed at once while it was read.
    return this.#months.get(month) === entry ? cached : this.#cache(month).ready
  }

  #makeRoom(): void {
    const current = monthOf(Date.now())
    const others = [...this.#months]
      .filter(([month, { waiting }]) => month !== current && waiting === undefined)
      .sort(([, a], [, b]) => a.usedAt - b.usedAt)
    const total = () => [...this.#months.values()].reduce((sum, { size }) => sum + size, 0)
    while (others.length > MOST_OTHERS && total() > ROOM_FOR_MORE) {
      const [oldest] = others.shift() ?? []
      if (oldest) this.#months.delete(oldest)
    }
  }
}
