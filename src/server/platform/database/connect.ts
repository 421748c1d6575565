import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely } from 'kysely'
import pg from 'pg'
import { CHANNEL } from './changes.ts'
import { columnTypes } from './column-types.ts'
import type { Connection, Database } from './connection.ts'
import { UnsupportedDatabaseError } from './database-error.ts'
import { DirectoryInUse, type DirectoryLock, lockDirectory, readEngineNote } from './directory-lock.ts'
import { startEngine } from './embedded-engine.ts'
import { OWNER_NAME } from './embedded-socket.ts'
import { retryOnConnectionLoss } from './outage.ts'
import { pipelinedDialect, setStatementSender } from './pipelined.ts'
import { PipelinedConnection } from './pipelined-connection.ts'
import { PrimaryClient } from './primary-client.ts'
import { RELAXED_COMMIT } from './relaxed-commit.ts'
import { SharedConnections } from './shared-connections.ts'
import { nameStatements } from './statement-names.ts'
import type { Tables } from './tables.generated.ts'
import { refuseQueryOutsideTransaction } from './transaction.ts'
import { refuseUnfinishedRestore } from './unfinished-restore.ts'
import { type WatchedConfig, watchSilentConnections } from './watch-silent-connections.ts'

export type DatabaseOptions = {
  /** Empty or undefined selects the embedded engine in `dataDir`. */
  databaseUrl: string | undefined
  dataDir: string
  poolSize?: number
  /** `serve` must own the embedded engine; `join` uses a running one, or starts it if there is none. */
  mode: 'serve' | 'join'
  /**
   * Waits longer for PostgreSQL than a page would; `join` implies it. Set in tests with fifty concurrent connections.
   */
  patient?: boolean
  /** If false, the embedded engine does not wait for the disk. For tests, which need no data after a power cut. */
  durable?: boolean
  /**
   * Folder with a copy of the embedded engine's empty database; defaults to one next to this checkout's packages. For
   * tests.
   */
  emptyEngines?: string
  /** Called when the embedded engine dies. Without a handler, the process ends with the error. */
  onEngineLost?: (error: Error) => void
}

const MIN_POSTGRES_VERSION = 150000
/** A start waits longer for a busy server, or for a new primary, than a page does. */
const START_RETRY_MS = 10_000
const JOIN_TIMEOUT_MS = 10_000
/** In a smaller pool, each connection has a single user. */
const MIN_POOL_FOR_SHARING = 6

export async function openDatabase(options: DatabaseOptions): Promise<Connection> {
  if (options.databaseUrl) return openPostgres(options.databaseUrl, options)
  return options.mode === 'serve' ? startEmbedded(options, lockDirectory(options.dataDir)) : joinEmbedded(options)
}

async function readServerVersion(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(`select current_setting('server_version_num')::int as version`)
  return rows[0].version
}

async function openPostgres(databaseUrl: string, options: DatabaseOptions): Promise<Connection> {
  const patient = options.patient ?? options.mode === 'join'
  const pool = openPool({
    connectionString: databaseUrl,
    max: options.poolSize ?? 10,
    // During an outage, requests fail instead of queueing; a command waits for its turn at a busy server.
    connectionTimeoutMillis: patient ? JOIN_TIMEOUT_MS : 2_500,
    // Also determines how soon a dropped idle connection (a firewall, a lost machine) is noticed.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Opening a connection takes longer than a page: connections opened at peak load stay open for the next peak.
    idleTimeoutMillis: 10 * 60_000,
    application_name: 'salonfront',
    // Uses the same time zone as the embedded engine, so that queries give the same results. JIT compilation, which
    // PostgreSQL enables by estimated cost, would take longer than a page's queries.
    options: `-c TimeZone=UTC -c jit=off -c ${RELAXED_COMMIT}=off`,
    // Imports and month runs of the command line have no time limit; a page does.
    statement_timeout: options.mode === 'serve' ? 30_000 : 0,
    idle_in_transaction_session_timeout: 60_000,
    ...(options.mode === 'serve' && listenOnConnect),
    patient,
  })
  const connection = createConnection(pool, 'postgres', () => pool.end())
  try {
    const retryMs = options.mode === 'serve' ? START_RETRY_MS : 0
    const version = await retryOnConnectionLoss(() => readServerVersion(pool), undefined, retryMs)
    if (version < MIN_POSTGRES_VERSION) {
      throw new UnsupportedDatabaseError(
        `PostgreSQL 15 or newer is required; DATABASE_URL points to version ${Math.floor(version / 10_000)}.`,
      )
    }
    refuseUnfinishedRestore(options.dataDir, await hasMigrations(pool))
    return connection
  } catch (error) {
    await connection.close()
    throw error
  }
}

async function hasMigrations(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(`select to_regclass('schema_migrations') is not null as exists`)
  return rows[0].exists
}

async function startEmbedded(options: DatabaseOptions, lock: DirectoryLock): Promise<Connection> {
  const onLost = options.onEngineLost ?? endProcess
  try {
    // Starts the engine's thread before the first await: otherwise the rest of the program would load first and delay
    // it.
    refuseUnfinishedRestore(options.dataDir, existsSync(join(options.dataDir, 'pgdata')))
    const { durable = true, emptyEngines } = options
    const engine = await startEngine(options.dataDir, lock, { durable, emptyEngines, onLost })
    const pool = embeddedPool(engine.socketPath, {
      application_name: OWNER_NAME,
      ...(options.mode === 'serve' && listenOnConnect),
    })
    const connection = createConnection(pool, 'embedded', async () => {
      try {
        await pool.end()
        await engine.close()
      } finally {
        lock.release()
      }
    })
    return { ...connection, watchOthers: engine.watchOthers }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function joinEmbedded(options: DatabaseOptions): Promise<Connection> {
  const deadline = Date.now() + JOIN_TIMEOUT_MS
  for (;;) {
    try {
      return await startEmbedded(options, lockDirectory(options.dataDir))
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error
      const joined = await joinRunning(readEngineNote(options.dataDir)?.socketPath)
      if (joined) return joined
      if (Date.now() > deadline) throw error
      // The holder is still starting, or about to stop.
      await pause(50)
    }
  }
}

async function joinRunning(socketPath: string | null | undefined): Promise<Connection | undefined> {
  if (!socketPath) return undefined
  const pool = embeddedPool(socketPath)
  try {
    await pool.query('select 1')
    return createConnection(pool, 'embedded', () => pool.end())
  } catch (error) {
    await pool.end()
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ECONNRESET') return undefined
    throw error
  }
}

/** Options for a thread of this program to open the same database; plain values, which can be passed to a thread. */
export type SecondaryPoolOptions = { engine: Connection['engine']; config: Record<string, string | number | boolean> }

export function secondaryPoolOptions({ engine, pool }: Pick<Connection, 'engine' | 'pool'>): SecondaryPoolOptions {
  const plainOptions = Object.entries(pool.options).filter(([, value]) =>
    /^(string|number|boolean)$/.test(typeof value),
  )
  return { engine, config: Object.fromEntries(plainOptions) as SecondaryPoolOptions['config'] }
}

/** Opens a second pool next to the server's: few connections, for long-running work. */
export function openSecondaryPool({ engine, config }: SecondaryPoolOptions): Connection {
  const pool = openPool({ ...config, max: 3, statement_timeout: 0, application_name: 'salonfront secondary' })
  return createConnection(pool, engine, () => pool.end())
}

/** For the server's pool: each connection receives the changes of its own commits (changes.ts). */
const listenOnConnect: pg.PoolConfig = {
  async onConnect(client) {
    await client.query(`listen ${CHANNEL}`)
  },
}

function embeddedPool(socketPath: string, overrides: pg.PoolConfig = {}): pg.Pool {
  return openPool({
    ...overrides,
    host: dirname(socketPath),
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    // All connections share one session: more than one would only queue elsewhere.
    max: 1,
    idleTimeoutMillis: 0,
    // Also the longest wait for a turn, behind an import that runs as one transaction.
    connectionTimeoutMillis: 30_000,
  })
}

function openPool(config: WatchedConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, types: columnTypes, Client: PrimaryClient })
  // A connection broke, idle or in use. The pool drops it, and its current or next query reports the error to its
  // caller. Without a listener on each client as well, a restart of the database between two statements would end this
  // process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  if (config.connectionString) watchSilentConnections(pool, config)
  return pool
}

function createConnection(pool: pg.Pool, engine: Connection['engine'], closeAll: () => Promise<void>): Connection {
  // All connections of the embedded engine share one session, and with it its statement names.
  const names = engine === 'postgres' ? nameStatements() : undefined
  const connect = async () => {
    refuseQueryOutsideTransaction(db)
    return new PipelinedConnection(await pool.connect(), names)
  }
  const db: Database = new Kysely<Tables>({ dialect: pipelinedDialect(connect) })
  if (engine === 'postgres' && pool.options.max >= MIN_POOL_FOR_SHARING)
    setStatementSender(db, new SharedConnections(connect, () => refuseQueryOutsideTransaction(db)))
  let closed: Promise<void> | undefined
  return {
    db,
    pool,
    engine,
    close: () => {
      closed ??= closeAll()
      return closed
    },
  }
}

function endProcess(error: Error): never {
  throw error
}
