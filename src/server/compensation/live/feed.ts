import type { Pool } from 'pg'
import { type Change, findChanges, findEndOfFeed, type Range } from './feed.queries.ts'

/**
 * Longer than any transaction that announces row by row may take; numbers that have not appeared by then were rolled
 * back.
 */
const MINUTES = 10

/**
 * Reads the changes of the network, each once, even if transactions commit in a different order than they took their
 * numbers: a missing number is requested until it appears or is too old to appear.
 */
export class Feed {
  readonly #pool: Pool
  #last = 0
  #missing: (Range & { since: number })[] = []

  private constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Starts at the present; the first read repeats the last minutes. */
  static async open(pool: Pool): Promise<Feed> {
    const feed = new Feed(pool)
    const { last, recent } = await findEndOfFeed(pool, MINUTES)
    feed.#last = last
    if (recent) feed.#missing.push({ ...recent, since: Date.now() })
    return feed
  }

  /** The number of the latest change that was read. */
  get last(): number {
    return this.#last
  }

  async read(): Promise<Change[]> {
    const now = Date.now()
    this.#missing = this.#missing.filter(({ since }) => now - since < MINUTES * 60_000)
    const changes = await findChanges(this.#pool, this.#last, this.#missing)
    for (const { id } of changes) {
      if (id > this.#last + 1) this.#missing.push({ first: this.#last + 1, last: id - 1, since: now })
      if (id > this.#last) this.#last = id
      else this.#markFound(id)
    }
    return changes
  }

  #markFound(id: number): void {
    const position = this.#missing.findIndex(({ first, last }) => first <= id && id <= last)
    const range = this.#missing[position]
    if (!range) return
    const remaining = [
      { ...range, last: id - 1 },
      { ...range, first: id + 1 },
    ].filter(({ first, last }) => first <= last)
    this.#missing.splice(position, 1, ...remaining)
  }
}
