import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'

/**
 * Options that the plugin passes to a store, for the general limit and for a route's own; its types declare only some.
 */
type Options = { max?: unknown; timeWindow?: unknown }
type OwnOptions = Options & { groupId?: string; routeInfo?: { method?: unknown; url?: unknown } }

/** Calls of one caller under one limit; `ttl` is the number of milliseconds until the count restarts. */
type Count = { current: number; ttl: number }
/** Local count of this process, how much of it is not shared yet, and the shared total when it was last read. */
type OwnCount = { current: number; unshared: number; ofAll: number; endsAt: number }
type Waiting = (count: Count | undefined) => void

/**
 * Calls are shared in steps of a twelfth of the limit, at most ten, until half of the limit is reached: most visitors
 * make fewer per minute and cost no database access. After that, every call is shared, so that the limit is exact for
 * heavy callers. A process with fewer calls may let the rest of its step through, at most nine.
 */
const MAX_PER_STEP = 10
const stepOf = (max: number): number => Math.max(1, Math.min(MAX_PER_STEP, Math.floor(max / 12)))
/** Matches the number of callers that the plugin's own store remembers. */
const CALLERS = 5_000
/** Adds up to the 3 s of docs/product §11.1 together with the pool's own timeout. */
const ANSWERS_WITHIN_MS = 500
/** Delay before a database that did not respond is tried again; no caller waits for that attempt. */
const RETRY_AFTER_MS = 1_000

/** Called with the fault when the database stops responding, and without one when it responds again. */
export type Tell = (error?: unknown) => void

/**
 * Makes rate-limit counts shared by all processes and servers of one PostgreSQL (docs/decisions/0068). Each process
 * also counts locally: it refuses calls by its own count without a query, and continues while the database is
 * unreachable.
 */
export async function makeSharedCounts(pool: pg.Pool, tell: Tell): Promise<FastifyRateLimitStoreCtor> {
  const { RateLimiterPostgres, RateLimiterRes } = await import('rate-limiter-flexible')
  let isAway = false
  let askAgainAt = 0

  return class SharedCounts implements FastifyRateLimitStore {
    readonly #own: LRUCache<string, OwnCount> = new LRUCache({ max: CALLERS })
    readonly #waiting = new Map<string, Waiting[]>()
    readonly #all: InstanceType<typeof RateLimiterPostgres>
    readonly #max: number
    readonly #windowMs: number
    readonly #step: number

    constructor(options: object, name?: string) {
      const { max, timeWindow } = options as Options
      this.#max = Number(max)
      this.#windowMs = Number(timeWindow)
      this.#step = stepOf(this.#max)
      this.#all = new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        // The nightly cleanup does this (clean-rate-limits.ts).
        clearExpiredByTimeout: false,
        keyPrefix: name ?? 'all',
        points: this.#max,
        duration: this.#windowMs / 1_000,
      })
    }

    child(options: object): SharedCounts {
      const { groupId, routeInfo } = options as OwnOptions
      return new SharedCounts(options, groupId ?? `${routeInfo?.method} ${routeInfo?.url}`)
    }

    incr(key: string, done: (error: Error | null, count?: Count) => void): void {
      this.#count(key).then((count) => done(null, count), done)
    }

    async #count(key: string): Promise<Count> {
      const own = this.#countOwn(key)
      const count = { current: own.current, ttl: own.endsAt - Date.now() }
      if (own.current > this.#max) return count
      const all = await this.#countAll(key, own)
      if (all && all.current > this.#max)
        this.#own.set(key, { current: all.current, ofAll: all.current, endsAt: Date.now() + all.ttl, unshared: 0 })
      return all ?? count
    }

    #countOwn(key: string): OwnCount {
      const now = Date.now()
      const before = this.#own.get(key)
      const own =
        before && before.endsAt > now ? before : { current: 0, unshared: 0, ofAll: 0, endsAt: now + this.#windowMs }
      own.current++
      // Calls refused here are not shared.
      if (own.current <= this.#max) own.unshared++
      this.#own.set(key, own)
      return own
    }

    /**
     * Returns the shared total including this call; undefined if the database is not queried or does not respond.
     * Calls of the same caller that arrive during a query are combined into the next one: a burst costs two statements.
     */
    #countAll(key: string, own: OwnCount): Promise<Count | undefined> | undefined {
      const waiting = this.#waiting.get(key)
      if (waiting) return new Promise((answer) => waiting.push(answer))
      const isFar = Math.max(own.ofAll, own.current) < this.#max / 2
      if (isFar && own.unshared < this.#step) return undefined
      if (!isAway) return new Promise((answer) => void this.#askInTurn(key, [answer]))
      if (Date.now() > askAgainAt) void this.#ask(key, 1)
      return undefined
    }

    async #askInTurn(key: string, first: Waiting[]): Promise<void> {
      for (let asking = first; asking.length > 0; ) {
        const next: Waiting[] = []
        this.#waiting.set(key, next)
        const count = await this.#ask(key, asking.length)
        for (const [index, answer] of asking.entries()) {
          const after = asking.length - 1 - index
          answer(count && { current: count.current - after, ttl: count.ttl })
        }
        asking = next
      }
      this.#waiting.delete(key)
    }

    async #ask(key: string, calls: number): Promise<Count | undefined> {
      askAgainAt = Date.now() + RETRY_AFTER_MS
      // May differ from the count that these calls belong to, if a minute ended while they waited.
      const own = this.#own.get(key)
      const newCalls = Math.max(own?.unshared ?? 0, calls)
      if (own) own.unshared = 0
      try {
        const { consumedPoints: current, msBeforeNext: ttl } = await withinTime(
          this.#all.consume(key, newCalls).catch((refusal) => {
            if (refusal instanceof RateLimiterRes) return refusal
            throw refusal
          }),
        )
        if (isAway) tell()
        isAway = false
        if (own) own.ofAll = current
        return { current, ttl }
      } catch (error) {
        if (!isAway) tell(error)
        isAway = true
        return undefined
      }
    }
  }
}

async function withinTime<Value>(work: Promise<Value>): Promise<Value> {
  const ended = new AbortController()
  const late = pause(ANSWERS_WITHIN_MS, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`The database did not answer within ${ANSWERS_WITHIN_MS} ms.`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    ended.abort()
  }
}
