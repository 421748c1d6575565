import pg from 'pg'
import type { Asker, PipelinedConnection, StatementResult } from './pipelined-connection.ts'

/**
 * Two connections keep PostgreSQL as busy as ten that wait for each answer (docs/decisions/0030): the next statement
 * arrives before its process would sleep.
 */
const MOST = 2

type SharedConnection = { users: number; connection: Promise<PipelinedConnection> }

/**
 * Sends quick statements, each a transaction of its own, over few connections: many at once per connection, each
 * answered independently. A statement that waits for a lock blocks those after it. A connection returns to the pool
 * when its last user leaves.
 */
export class SharedConnections implements Asker {
  readonly #connect: () => Promise<PipelinedConnection>
  readonly #beforeAsking: () => void
  readonly #open: SharedConnection[] = []
  /** `beforeAsking` throws if no statement may be sent. */
  constructor(connect: () => Promise<PipelinedConnection>, beforeAsking: () => void) {
    this.#connect = connect
    this.#beforeAsking = beforeAsking
  }

  async ask<Row>(text: string, values: readonly unknown[]): Promise<StatementResult<Row>> {
    this.#beforeAsking()
    const shared = this.#enter()
    try {
      return await (await shared.connection).ask<Row>(text, values)
    } catch (error) {
      // The connection may be broken, so the next statement uses another one.
      if (!(error instanceof pg.DatabaseError)) this.#close(shared)
      throw error
    } finally {
      this.#leave(shared)
    }
  }

  /** Opens a new connection while the limit allows it; otherwise picks the one with the fewest users. */
  #enter(): SharedConnection {
    if (this.#open.length < MOST) {
      const made = { users: 1, connection: this.#connect() }
      this.#open.push(made)
      return made
    }
    const least = this.#open.reduce((one, other) => (other.users < one.users ? other : one))
    least.users++
    return least
  }

  #leave(shared: SharedConnection): void {
    shared.users--
    if (shared.users > 0) return
    this.#close(shared)
    shared.connection.then(
      (connection) => connection.release(),
      // The error is reported to those who waited for the connection.
      () => {},
    )
  }

  #close(shared: SharedConnection): void {
    const at = this.#open.indexOf(shared)
    if (at !== -1) this.#open.splice(at, 1)
  }
}
