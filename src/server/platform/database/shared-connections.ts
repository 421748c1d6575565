import pg from 'pg'
import type { PipelinedConnection, StatementResult, StatementSender } from './pipelined-connection.ts'

/**
 * Two connections keep PostgreSQL as busy as ten that wait for each result (docs/decisions/0030): the next statement
 * arrives before its process would sleep.
 */
const MAX_CONNECTIONS = 2

type SharedConnection = { users: number; connection: Promise<PipelinedConnection> }

/**
 * Sends quick statements, each a transaction of its own, over few connections: many at once per connection, each
 * with its own result. A statement that waits for a lock blocks those after it. A connection returns to the pool
 * when its last user is done.
 */
export class SharedConnections implements StatementSender {
  readonly #connect: () => Promise<PipelinedConnection>
  readonly #beforeSending: () => void
  readonly #open: SharedConnection[] = []
  /** `beforeSending` throws if no statement may be sent. */
  constructor(connect: () => Promise<PipelinedConnection>, beforeSending: () => void) {
    this.#connect = connect
    this.#beforeSending = beforeSending
  }

  async send<Row>(text: string, values: readonly unknown[]): Promise<StatementResult<Row>> {
    this.#beforeSending()
    const shared = this.#acquire()
    try {
      return await (await shared.connection).send<Row>(text, values)
    } catch (error) {
      // The connection may be broken, so the next statement uses another one.
      if (!(error instanceof pg.DatabaseError)) this.#close(shared)
      throw error
    } finally {
      this.#release(shared)
    }
  }

  /** Opens a new connection while the limit allows it; otherwise picks the one with the fewest users. */
  #acquire(): SharedConnection {
    if (this.#open.length < MAX_CONNECTIONS) {
      const opened = { users: 1, connection: this.#connect() }
      this.#open.push(opened)
      return opened
    }
    const leastUsed = this.#open.reduce((one, other) => (other.users < one.users ? other : one))
    leastUsed.users++
    return leastUsed
  }

  #release(shared: SharedConnection): void {
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
    const index = this.#open.indexOf(shared)
    if (index !== -1) this.#open.splice(index, 1)
  }
}
