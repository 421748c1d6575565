import { TooOften } from '#server/http/errors.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { type Counted, type CountedOrNot, countAttempts } from './attempts.ts'

/**
 * Counts an attempt in a transaction of its own, so that it stays counted whatever becomes of the call, or throws 429.
 * Counts nothing where limits are switched off.
 */
export function makeLimit({ config, db }: Pick<Services, 'config' | 'db'>): (limits: Counted) => Promise<void> {
  const queue = queues.get(db) ?? new AttemptQueue(db)
  queues.set(db, queue)
  return async (limits) => {
    if (!config.rateLimits) return
    const counted = await queue.count(limits)
    if (!counted.ok) throw new TooOften(counted.refusal.waitSeconds)
  }
}

type Waiting = { limits: Counted; resolve: (counted: CountedOrNot) => void; reject: (fault: unknown) => void }

/**
 * Attempts that come while others are counted go together in the next transaction. Each in its own, a burst of guesses
 * would wait on every connection of the pool for the one lock, and all else that the shop does would wait for them.
 */
class AttemptQueue {
  readonly #db: Database
  #waiting: Waiting[] = []
  #isCounting = false

  constructor(db: Database) {
    this.#db = db
  }

  count(limits: Counted): Promise<CountedOrNot> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ limits, resolve, reject })
      if (!this.#isCounting) void this.#countAll()
    })
  }

  async #countAll(): Promise<void> {
    this.#isCounting = true
    while (this.#waiting.length > 0) {
      const asking = this.#waiting.splice(0)
      try {
        const counted = await inTransaction(this.#db, (trx) =>
          countAttempts(
            trx,
            asking.map(({ limits }) => limits),
          ),
        )
        for (const [index, { resolve }] of asking.entries()) resolve(counted[index] as CountedOrNot)
      } catch (fault) {
        // Who came meanwhile does not wait for the same outage once more (docs/product §11.1).
        for (const { reject } of [...asking, ...this.#waiting.splice(0)]) reject(fault)
      }
    }
    this.#isCounting = false
  }
}

/** One for each database, so for each process, whichever routes count. */
const queues = new WeakMap<Database, AttemptQueue>()
