import type { Month } from '#domain/calendar/month.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { answers, type Question, type QuestionName, type Questions } from './answers.ts'
import { type CachedMonth, loadMonth } from './cached-month.ts'

/**
 * The most closed months in memory, since a viewer reads them one after the other; a large one takes a few hundred
 * megabytes.
 */
const MOST = 2

/** Closed months only, as frozen: they do not change, so no changes have to be followed. */
export class ClosedMonths {
  readonly #connection: Connection
  readonly #months = new Map<Month, Promise<CachedMonth>>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async ask<Name extends QuestionName>(question: Question<Name>): Promise<Questions[Name]['answer']> {
    const { name, month, ...ask } = question as Question<QuestionName>
    const cached = await this.#ready(month)
    if (!cached.frozen || name === 'difference' || name === 'preview') throw new Error(`${month} is open: ${name}`)
    return answers[name](cached, ask as never) as Questions[Name]['answer']
  }

  #ready(month: Month): Promise<CachedMonth> {
    const known = this.#months.get(month)
    if (known) return known
    const reading = loadMonth(this.#connection, month)
    // The error goes to the waiting callers; the next call starts again.
    reading.catch(() => this.#months.delete(month))
    this.#months.set(month, reading)
    for (const oldest of this.#months.keys()) if (this.#months.size > MOST) this.#months.delete(oldest)
    return reading
  }
}
