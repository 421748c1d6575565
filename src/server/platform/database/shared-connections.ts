import pg from 'pg'
import type { Asker, PipelinedConnection, StatementResult } from './pipelined-connection.ts'

/**
 * Two keep PostgreSQL as busy as ten that wait for each answer (docs/decisions/0085): the next statement is there before
 * its process would go to sleep.
 */
const MOST = 2

type Shared = { users: number; connection: Promise<PipelinedConnection> }

/**
 * Sends statements that are a transaction by themselves, and quick, over few connections: many at once on each, and each
 * answered on its own. One that waits for a lock keeps those behind it waiting. A connection goes back to the pool when
 * nobody is left on it.
 */
export class SharedConnections implements Asker {
  readonly #connect: () => Promise<PipelinedConnection>
  readonly #beforeAsking: () => void
  readonly #open: Shared[] = []
  /** `beforeAsking` throws where nothing may be asked. */
  constructor(connect: () => Promise<PipelinedConnection>, beforeAsking: () => void) {
    this.#connect = connect
    this.#beforeAsking = beforeAsking
  }

  async ask<Row>(text: string, values: readonly unknown[]): Promise<StatementResult<Row>> {
    this.#beforeAsking()
    const shared = this.#enter()
    try {
      return await (await shared.connection).ask<Row>(text, values)
    } catch (fault) {
      // It may be broken: who comes next takes another one.
      if (!(fault instanceof pg.DatabaseError)) this.#close(shared)
      throw fault
    } finally {
      this.#leave(shared)
    }
  }

  /** One that nobody is on, as long as there may be more; else the one with the fewest. */
  #enter(): Shared {
    if (this.#open.length < MOST) {
      const made = { users: 1, connection: this.#connect() }
      this.#open.push(made)
      return made
    }
    const least = this.#open.reduce((one, other) => (other.users < one.users ? other : one))
    least.users++
    return least
  }

  #leave(shared: Shared): void {
    shared.users--
    if (shared.users > 0) return
    this.#close(shared)
    shared.connection.then(
      (connection) => connection.release(),
      // Told to those who waited for it.
      () => {},
    )
  }

  #close(shared: Shared): void {
    const at = this.#open.indexOf(shared)
    if (at !== -1) this.#open.splice(at, 1)
  }
}
