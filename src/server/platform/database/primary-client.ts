import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'
import { READ_ONLY } from './outage.ts'
import { FOLLOWS_A_FAULT } from './transaction-fault.ts'

/** The server of this connection only reads: it is a standby, or was made one. An outage (outage.ts). */
class NotThePrimary extends Error {
  readonly code = READ_ONLY
  constructor() {
    super('DATABASE_URL leads to a PostgreSQL that only reads. The shop needs the primary.')
  }
}

/** What `pg` has but its types leave out. */
type Wire = EventEmitter & { stream: Socket }

/**
 * A connection to a primary. One to a standby ends before its first query, and one whose server has become read-only
 * ends with the query that finds out: whoever comes next gets a new connection, to the new primary.
 */
export class PrimaryClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const { connection } = this as unknown as { connection: Wire }
    const leave = () => connection.stream.destroy(new NotThePrimary())
    // PostgreSQL says so as a connection begins, and when it changes.
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby' && parameterValue === 'on') leave()
    })
    let first: unknown
    connection.on('errorMessage', (fault) => {
      // What was sent together fails together. Who hears first may be one of those that only came later.
      if (fault.code === FOLLOWS_A_FAULT) fault.cause = first
      else first = fault
    })
    connection.on('errorMessage', ({ code }) => {
      // At once, before the pool has it back; the query still gets its own error.
      if (code === READ_ONLY) leave()
    })
  }
}
