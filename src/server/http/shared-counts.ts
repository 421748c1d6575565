import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'

/**
 * Options that the plugin passes to a store, for the general limit and for a route's own; its types declare only some.
 */
type Options = { max?: unknown; timeWindow?: unknown }
type RouteOptions = Options & { groupId?: string; routeInfo?: { method?: unknown; url?: unknown } }

/** Calls of one caller under one limit; `ttl` is the number of milliseconds until the count restarts. */
type Count = { current: number; ttl: number }
/** Local count of this process, how much of it is not shared yet, and the shared total when it was last read. */
type LocalCount = { current: number; unshared: number; sharedTotal: number; endsAt: number }
type CountCallback = (count: Count | undefined) => void

/**
 * Calls are shared in steps of a twelfth of the limit, at most ten, until half of the limit is reached: most visitors
 * make fewer per minute and cost no database access. After that, every call is shared, so that the limit is exact for
 * heavy callers. A process with fewer calls may let the rest of its step through, at most nine.
 */
const MAX_PER_STEP = 10
const stepSize = (max: number): number => Math.max(1, Math.min(MAX_PER_STEP, Math.floor(max / 12)))
/** Matches the number of callers that the plugin's own store remembers. */
const CALLERS = 5_000
/** Adds up to the 3 s of docs/product §11.1 together with the pool's own timeout. */
const RESPONSE_TIMEOUT_MS = 500
/** Delay before a database that did not respond is tried again; no caller waits for that attempt. */
const RETRY_AFTER_MS = 1_000

/** Called with the error when the database stops responding, and without one when it responds again. */
export type ReportAvailability = (error?: unknown) => void

/**
 * Makes rate-limit counts shared by all processes and servers of one PostgreSQL (docs/decisions/0068). Each process
 * also counts locally: it refuses calls by its own count without a query, and continues while the database is
 * unreachable.
 */
export async function makeSharedCounts(pool: pg.Pool, report: ReportAvailability): Promise<FastifyRateLimitStoreCtor> {
  const { RateLimiterPostgres, RateLimiterRes } = await import('rate-limiter-flexible')
  let isUnavailable = false
  let retryAt = 0

  return class SharedCounts implements FastifyRateLimitStore {
    readonly #local: LRUCache<string, LocalCount> = new LRUCache({ max: CALLERS })
    readonly #callbacks = new Map<string, CountCallback[]>()
    readonly #shared: InstanceType<typeof RateLimiterPostgres>
    readonly #max: number
    readonly #windowMs: number
    readonly #step: number

    constructor(options: object, name?: string) {
      const { max, timeWindow } = options as Options
      this.#max = Number(max)
      this.#windowMs = Number(timeWindow)
      this.#step = stepSize(this.#max)
      this.#shared = new RateLimiterPostgres({
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
      const { groupId, routeInfo } = options as RouteOptions
      return new SharedCounts(options, groupId ?? `${routeInfo?.method} ${routeInfo?.url}`)
    }

    incr(key: string, done: (error: Error | null, count?: Count) => void): void {
      this.#count(key).then((count) => done(null, count), done)
    }

    async #count(key: string): Promise<Count> {
      const local = this.#countLocally(key)
      const count = { current: local.current, ttl: local.endsAt - Date.now() }
      if (local.current > this.#max) return count
      const shared = await this.#countShared(key, local)
      if (shared && shared.current > this.#max)
        this.#local.set(key, {
          current: shared.current,
          sharedTotal: shared.current,
          endsAt: Date.now() + shared.ttl,
          unshared: 0,
        })
      return shared ?? count
    }

    #countLocally(key: string): LocalCount {
      const now = Date.now()
      const previous = this.#local.get(key)
      const local =
        previous && previous.endsAt > now
          ? previous
          : { current: 0, unshared: 0, sharedTotal: 0, endsAt: now + this.#windowMs }
      local.current++
      // Calls refused here are not shared.
      if (local.current <= this.#max) local.unshared++
      this.#local.set(key, local)
      return local
    }

    /**
     * Returns the shared total including this call; undefined if the database is not queried or does not respond.
     * Calls of the same caller that arrive during a query are combined into the next one: a burst costs two statements.
     */
    #countShared(key: string, local: LocalCount): Promise<Count | undefined> | undefined {
      const waiting = this.#callbacks.get(key)
      if (waiting) return new Promise((resolve) => waiting.push(resolve))
      const isFar = Math.max(local.sharedTotal, local.current) < this.#max / 2
      if (isFar && local.unshared < this.#step) return undefined
      if (!isUnavailable) return new Promise((resolve) => void this.#queryInTurn(key, [resolve]))
      if (Date.now() > retryAt) void this.#query(key, 1)
      return undefined
    }

    async #queryInTurn(key: string, first: CountCallback[]): Promise<void> {
      for (let callbacks = first; callbacks.length > 0; ) {
        const next: CountCallback[] = []
        this.#callbacks.set(key, next)
        const count = await this.#query(key, callbacks.length)
        for (const [index, resolve] of callbacks.entries()) {
          const after = callbacks.length - 1 - index
          resolve(count && { current: count.current - after, ttl: count.ttl })
        }
        callbacks = next
      }
      this.#callbacks.delete(key)
    }

    async #query(key: string, calls: number): Promise<Count | undefined> {
      retryAt = Date.now() + RETRY_AFTER_MS
      // May differ from the count that these calls belong to, if a minute ended while they waited.
      const local = this.#local.get(key)
      const newCalls = Math.max(local?.unshared ?? 0, calls)
      if (local) local.unshared = 0
      try {
        const { consumedPoints: current, msBeforeNext: ttl } = await withTimeout(
          this.#shared.consume(key, newCalls).catch((refusal) => {
            if (refusal instanceof RateLimiterRes) return refusal
            throw refusal
          }),
        )
        if (isUnavailable) report()
        isUnavailable = false
        if (local) local.sharedTotal = current
        return { current, ttl }
      } catch (error) {
        if (!isUnavailable) report(error)
        isUnavailable = true
        return undefined
      }
    }
  }
}

async function withTimeout<Value>(work: Promise<Value>): Promise<Value> {
  const controller = new AbortController()
  const timeout = pause(RESPONSE_TIMEOUT_MS, undefined, { signal: controller.signal }).then(() => {
    throw new Error(`The database did not respond within ${RESPONSE_TIMEOUT_MS} ms.`)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    controller.abort()
  }
}
