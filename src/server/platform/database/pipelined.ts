import type { Writable } from 'node:stream'
import {
  type DatabaseConnection,
  DummyDriver,
  Transaction as KyselyTransaction,
  PostgresDialect,
  PostgresDriver,
  type PostgresPoolClient,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import type { Transaction } from './connection.ts'
import type { NameStatement } from './statement-names.ts'
import type { Tables } from './tables.generated.ts'
import { isEndedForAnother, tryAgain } from './try-again.ts'

/**
 * Kysely's PostgreSQL dialect over pipelined connections (docs/decisions/0030): what is asked at the same time inside of
 * a transaction is sent at once, its beginning included, and a statement that comes back is sent by its name.
 */
export function pipelinedDialect(
  pool: pg.Pool,
  nameStatement: NameStatement | undefined,
  beforeConnect: () => void,
): PostgresDialect {
  const config = {
    pool: {
      options: pool.options,
      connect: async () => {
        beforeConnect()
        return present(await pool.connect(), nameStatement)
      },
      end: () => pool.end(),
    },
  }
  return new (class extends PostgresDialect {
    override createDriver() {
      return new PipelinedDriver(config)
    }
  })(config)
}

class PipelinedDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Promise<void>>()

  /** Sent, and not waited for: the first statement follows at once. */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const begun = super.beginTransaction(connection, settings)
    // Told by the commit; a connection that cannot begin refuses what follows as well.
    begun.catch(() => {})
    this.#begun.set(connection, begun)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#begun.get(connection)
    await super.commitTransaction(connection)
  }
}

const presented = new WeakMap<pg.PoolClient, PostgresPoolClient>()

/** A client while Kysely has it. Everybody else's is not pipelined: COPY cannot be. */
function present(client: pg.PoolClient, nameStatement: NameStatement | undefined): PostgresPoolClient {
  setPipelined(client, true)
  const known = presented.get(client)
  if (known) return known
  // Kysely asks in this one way; its cursors are not used.
  const sendOnce = (text: string, values: unknown[]) => {
    sendTogether(client)
    return nameStatement ? nameStatement(client, text, values) : client.query(text, values)
  }
  // A statement by itself is a transaction; of one that has more, inTransaction begins again.
  const isByItself = () => client.getTransactionStatus() === 'I'
  const send = (text: string, values: unknown[]) =>
    tryAgain(
      () => sendOnce(text, values),
      (fault) => isEndedForAnother(fault) && isByItself(),
    )
  const made: PostgresPoolClient = Object.assign(
    {
      query: send as unknown as PostgresPoolClient['query'],
      release(broken?: boolean) {
        setPipelined(client, false)
        client.release(broken)
      },
    },
    { processID: (client as pg.PoolClient & { processID: number }).processID },
  )
  presented.set(client, made)
  return made
}

const held = new WeakSet<Writable>()

/**
 * What is asked before the event loop goes on leaves in one piece: each piece is a system call here, and wakes the
 * server's process there.
 */
function sendTogether(client: pg.PoolClient): void {
  const { stream } = (client as pg.PoolClient & { connection: { stream: Writable } }).connection
  if (held.has(stream)) return
  held.add(stream)
  stream.cork()
  // After all promises that are due now.
  process.nextTick(() => {
    held.delete(stream)
    stream.uncork()
  })
}

/** `pg` reads it at each query; between two of Kysely's users nothing is under way. */
const setPipelined = (client: pg.PoolClient, pipeline: boolean) => void Object.assign(client, { pipeline })

/** Parts of every Kysely instance that a transaction never uses. */
const unused = new PostgresDialect({ pool: async () => Promise.reject(new Error('a transaction has its connection')) })

/** The same transaction, whose statements do not wait for each other before they are sent. They run in the order of the calls. */
export async function sentAtOnce(trx: Transaction): Promise<Transaction> {
  const executor = trx.getExecutor()
  const connection = await executor.provideConnection(async (own) => own)
  return new KyselyTransaction<Tables>({
    config: { dialect: unused },
    dialect: unused,
    driver: new DummyDriver(),
    executor: executor.withConnectionProvider({ provideConnection: (use) => use(connection) }),
  })
}
