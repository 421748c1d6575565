import { TooManyRequestsError } from '#server/http/errors.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { type AttemptResult, type CountedLimits, countAttempts } from './attempts.ts'

/**
 * Counts an attempt in a separate transaction, so that it stays counted regardless of the call's outcome, or throws
 * 429. Counts nothing if limits are switched off.
 */
export function makeLimit({ config, db }: Pick<Services, 'config' | 'db'>): (limits: CountedLimits) => Promise<void> {
  const queue = queues.get(db) ?? new AttemptQueue(db)
  queues.set(db, queue)
  return async (limits) => {
    if (!config.rateLimits) return
    const counted = await queue.count(limits)
    if (!counted.ok) throw new TooManyRequestsError(counted.refusal.waitSeconds)
  }
}

type Waiting = { limits: CountedLimits; resolve: (counted: AttemptResult) => void; reject: (error: unknown) => void }

/**
 * Batches attempts that arrive during a transaction into the next one. In separate transactions, a burst of guesses
 * would occupy every connection of the pool waiting for one lock, and block everything else.
 */
class AttemptQueue {
  readonly #db: Database
  #waiting: Waiting[] = []
  #isCounting = false

  constructor(db: Database) {
    this.#db = db
  }

  count(limits: CountedLimits): Promise<AttemptResult> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ limits, resolve, reject })
      if (!this.#isCounting) void this.#countAll()
    })
  }

  async #countAll(): Promise<void> {
    this.#isCounting = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0)
      try {
        const counted = await inTransaction(this.#db, (trx) =>
          countAttempts(
            trx,
            batch.map(({ limits }) => limits),
          ),
        )
        for (const [index, { resolve }] of batch.entries()) resolve(counted[index] as AttemptResult)
      } catch (error) {
        // Attempts queued in the meantime must not wait for the same outage again (docs/product §11.1).
        for (const { reject } of [...batch, ...this.#waiting.splice(0)]) reject(error)
      }
    }
    this.#isCounting = false
  }
}

/** One queue per database and so per process, shared by all routes. */
const queues = new WeakMap<Database, AttemptQueue>()
