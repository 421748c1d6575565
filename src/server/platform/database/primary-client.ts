import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'
import { READ_ONLY } from './outage.ts'
import { IN_FAILED_TRANSACTION } from './transaction-error.ts'

/** The server of this connection is read-only: it is a standby, or has become one. Counts as an outage (outage.ts). */
class NotPrimaryError extends Error {
  readonly code = READ_ONLY
  constructor() {
    super('DATABASE_URL points to a PostgreSQL server that only reads. The shop needs the primary.')
  }
}

/** Parts of `pg` that its types omit. */
type Wire = EventEmitter & { stream: Socket }

/**
 * A connection to a primary. One to a standby ends before its first query, and one whose server has become read-only
 * ends with the query that reports it: the next user gets a new connection, to the new primary.
 */
export class PrimaryClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const { connection } = this as unknown as { connection: Wire }
    const disconnect = () => connection.stream.destroy(new NotPrimaryError())
    // PostgreSQL reports this when a connection begins, and when it changes.
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby' && parameterValue === 'on') disconnect()
    })
    let firstError: unknown
    connection.on('errorMessage', (error) => {
      // Statements sent together fail together, and a later one may report its error first.
      if (error.code === IN_FAILED_TRANSACTION) error.cause = firstError
      else firstError = error
    })
    connection.on('errorMessage', ({ code }) => {
      // Ends immediately, before the connection returns to the pool; the query still gets its own error.
      if (code === READ_ONLY) disconnect()
    })
  }
}
