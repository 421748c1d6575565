import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  DummyDriver,
  Transaction as KyselyTransaction,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type { Transaction } from './connection.ts'
import { type Asker, PipelinedConnection } from './pipelined-connection.ts'
import type { Tables } from './tables.generated.ts'

/** Kysely's PostgreSQL dialect over pipelined connections (docs/decisions/0030), which `connect` takes from a pool. */
export const pipelinedDialect = (connect: () => Promise<PipelinedConnection>): Dialect =>
  dialectOf(new PipelinedDriver(connect))

const dialectOf = (driver: Driver): Dialect => ({
  createDriver: () => driver,
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

/** Kysely passes back the connections it was given. */
const own = (connection: DatabaseConnection) => connection as PipelinedConnection

class PipelinedDriver implements Driver {
  readonly #connect: () => Promise<PipelinedConnection>
  constructor(connect: () => Promise<PipelinedConnection>) {
    this.#connect = connect
  }

  async init(): Promise<void> {}
  acquireConnection = (): Promise<DatabaseConnection> => this.#connect()
  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel, accessMode } = settings
    const modes = [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean)
    own(connection).begin(['start transaction', ...modes].join(' '))
  }
  commitTransaction = (connection: DatabaseConnection): Promise<void> => own(connection).commit()
  rollbackTransaction = (connection: DatabaseConnection): Promise<void> => own(connection).rollback()
  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    own(connection).release()
  }
  /** The creator of the pool ends it. */
  async destroy(): Promise<void> {}
}

const askers = new WeakMap<object, Asker>()

/** Returns a sender for precompiled statements that bypass Kysely; undefined if there is none. */
export const statementSenderOf = (db: object): Asker | undefined => askers.get(db)
export const setStatementSender = (db: object, asker: Asker): void => void askers.set(db, asker)

const connections = new WeakMap<Transaction, PipelinedConnection>()

/**
 * Returns the same transaction with pipelined statements: they are sent without waiting for each other, and run in the
 * order of the calls.
 */
export async function pipelineStatements(trx: Transaction): Promise<Transaction> {
  const connection = await trx.getExecutor().provideConnection(async (given) => given)
  // A connection that is also kept for COPY is not pipelined (own-connection.ts).
  if (!(connection instanceof PipelinedConnection)) return through(trx, connection)
  const together = through(trx, connection, connection)
  connections.set(together, connection)
  return together
}

/** Parts of every Kysely instance that a transaction never uses. */
const unused = { dialect: dialectOf(new DummyDriver()), driver: new DummyDriver() }

function through(trx: Transaction, connection: DatabaseConnection, asker?: Asker): Transaction {
  const made = new KyselyTransaction<Tables>({
    config: unused,
    ...unused,
    executor: trx.getExecutor().withConnectionProvider({ provideConnection: (use) => use(connection) }),
  })
  if (asker) setStatementSender(made, asker)
  return made
}

/** Returns the same transaction, with a promise that resolves when its first statement has been sent. */
function watched(trx: Transaction, connection: PipelinedConnection): { trx: Transaction; isSent: Promise<void> } {
  const { promise: isSent, resolve: sent } = Promise.withResolvers<void>()
  const watching: Asker & DatabaseConnection = {
    ask(text, values) {
      const asked = connection.ask<never>(text, values)
      sent()
      return asked
    },
    executeQuery(query) {
      const asked = connection.executeQuery<never>(query)
      sent()
      return asked
    },
    streamQuery: connection.streamQuery,
  }
  return { trx: through(trx, watching, watching), isSent }
}

export type Ask = (trx: Transaction) => Promise<unknown>
/** Results of the statements, in the same order. */
export type ResultsOf<Asks extends readonly Ask[]> = { -readonly [At in keyof Asks]: Awaited<ReturnType<Asks[At]>> }

/**
 * Sends the last statements of a transaction created by pipelineStatements, directly followed by its commit. Each of `asks`
 * sends at most one statement with the transaction it is given. `beforeCommit` is called when all have been sent.
 */
export async function sendWithCommit<const Asks extends readonly Ask[]>(
  trx: Transaction,
  asks: Asks,
  beforeCommit: () => void,
): Promise<ResultsOf<Asks>> {
  const connection = connections.get(trx)
  if (!connection) throw new Error('A commit can only be sent with the last statements of a pipelined transaction.')
  const asked = asks.map((ask) => {
    const one = watched(trx, connection)
    const answer = ask(one.trx)
    return { answer, isSent: Promise.race([one.isSent, answer]) }
  })
  const answers = Promise.all(asked.map(({ answer }) => answer))
  // An error before a statement is sent is reported by isSent.
  answers.catch(() => {})
  await Promise.all(asked.map(({ isSent }) => isSent))
  beforeCommit()
  const committed = connection.commit()
  // The error of a failed statement is more useful than that of the commit after it.
  committed.catch(() => {})
  const all = await answers
  await committed
  return all as ResultsOf<Asks>
}
