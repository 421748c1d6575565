import pg from 'pg'
import type { Asker, PipelinedConnection, StatementResult } from './pipelined-connection.ts'

/**
 * Two keep PostgreSQL as busy as ten that wait for each answer (docs/decisions/0085): the next statement is there before
 * its process would go to sleep.
 */
const MOST = 2
/**
 * So many are on one before there is another: each is a process of PostgreSQL that wakes, and one of four that serve a
 * port has seldom more at a time. Whoever waits there for a lock keeps no more than these waiting.
 */
const CROWD = 4

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

  /** The one with the fewest; another where that is crowded, as long as there may be more. */
  #enter(): Shared {
    const [least] = this.#open.toSorted((one, other) => one.users - other.users)
    if (least && (least.users < CROWD || this.#open.length === MOST)) {
      least.users++
      return least
    }
    const made = { users: 1, connection: this.#connect() }
    this.#open.push(made)
    return made
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
