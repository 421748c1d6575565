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
import { PipelinedConnection, type StatementSender } from './pipelined-connection.ts'
import type { Tables } from './tables.generated.ts'

/** Kysely's PostgreSQL dialect over pipelined connections (docs/decisions/0030), which `connect` takes from a pool. */
export const pipelinedDialect = (connect: () => Promise<PipelinedConnection>): Dialect =>
  createDialect(new PipelinedDriver(connect))

const createDialect = (driver: Driver): Dialect => ({
  createDriver: () => driver,
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

/** Kysely passes back the connections that it received. */
const toPipelined = (connection: DatabaseConnection) => connection as PipelinedConnection

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
    toPipelined(connection).begin(['start transaction', ...modes].join(' '))
  }
  commitTransaction = (connection: DatabaseConnection): Promise<void> => toPipelined(connection).commit()
  rollbackTransaction = (connection: DatabaseConnection): Promise<void> => toPipelined(connection).rollback()
  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    toPipelined(connection).release()
  }
  /** The creator of the pool ends it. */
  async destroy(): Promise<void> {}
}

const senders = new WeakMap<object, StatementSender>()

/** Returns a sender for precompiled statements that bypass Kysely; undefined if there is none. */
export const findStatementSender = (db: object): StatementSender | undefined => senders.get(db)
export const setStatementSender = (db: object, sender: StatementSender): void => void senders.set(db, sender)

const connections = new WeakMap<Transaction, PipelinedConnection>()

/**
 * Returns the same transaction with pipelined statements: they are sent without waiting for each other, and run in the
 * order of the calls.
 */
export async function pipelineStatements(trx: Transaction): Promise<Transaction> {
  const connection = await trx.getExecutor().provideConnection(async (provided) => provided)
  // A connection that is also used for COPY is not pipelined (dedicated-connection.ts).
  if (!(connection instanceof PipelinedConnection)) return bindToConnection(trx, connection)
  const pipelined = bindToConnection(trx, connection, connection)
  connections.set(pipelined, connection)
  return pipelined
}

/** Parts of every Kysely instance that a transaction never uses. */
const unused = { dialect: createDialect(new DummyDriver()), driver: new DummyDriver() }

function bindToConnection(trx: Transaction, connection: DatabaseConnection, sender?: StatementSender): Transaction {
  const bound = new KyselyTransaction<Tables>({
    config: unused,
    ...unused,
    executor: trx.getExecutor().withConnectionProvider({ provideConnection: (use) => use(connection) }),
  })
  if (sender) setStatementSender(bound, sender)
  return bound
}

/** Returns the same transaction, with a promise that resolves when its first statement has been sent. */
function watchFirstStatement(
  trx: Transaction,
  connection: PipelinedConnection,
): { trx: Transaction; isSent: Promise<void> } {
  const { promise: isSent, resolve: markSent } = Promise.withResolvers<void>()
  const watcher: StatementSender & DatabaseConnection = {
    send(text, values) {
      const pending = connection.send<never>(text, values)
      markSent()
      return pending
    },
    executeQuery(query) {
      const pending = connection.executeQuery<never>(query)
      markSent()
      return pending
    },
    streamQuery: connection.streamQuery,
  }
  return { trx: bindToConnection(trx, watcher, watcher), isSent }
}

export type SendStatement = (trx: Transaction) => Promise<unknown>
/** Results of the statements, in the same order. */
export type StatementResults<Statements extends readonly SendStatement[]> = {
  -readonly [Index in keyof Statements]: Awaited<ReturnType<Statements[Index]>>
}

/**
 * Sends the last statements of a transaction created by pipelineStatements, directly followed by its commit. Each of
 * `statements` sends at most one statement with the transaction passed to it. `beforeCommit` is called when all have been sent.
 */
export async function sendWithCommit<const Statements extends readonly SendStatement[]>(
  trx: Transaction,
  statements: Statements,
  beforeCommit: () => void,
): Promise<StatementResults<Statements>> {
  const connection = connections.get(trx)
  if (!connection) throw new Error('A commit can only be sent with the last statements of a pipelined transaction.')
  const pending = statements.map((sendStatement) => {
    const first = watchFirstStatement(trx, connection)
    const result = sendStatement(first.trx)
    return { result, isSent: Promise.race([first.isSent, result]) }
  })
  const results = Promise.all(pending.map(({ result }) => result))
  // An error before a statement is sent is reported by isSent.
  results.catch(() => {})
  await Promise.all(pending.map(({ isSent }) => isSent))
  beforeCommit()
  const committed = connection.commit()
  // The error of a failed statement is more useful than that of the commit after it.
  committed.catch(() => {})
  const values = await results
  await committed
  return values as StatementResults<Statements>
}
