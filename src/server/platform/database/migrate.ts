import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { Connection } from './connection.ts'
import { UnsupportedDatabaseError } from './database-error.ts'
import { isAbortedForConflict } from './retry-on-conflict.ts'
import { exemptFromTimeout } from './watch-silent-connections.ts'

type Migration = { name: string; sql: string; checksum: string }

const DEFAULT_FOLDER = fileURLToPath(new URL('../../../../db/migrations', import.meta.url))
/** An arbitrary number that no other program uses for advisory locks. */
const MIGRATION_LOCK = 7_215_066_941

/**
 * Maximum wait of a migration for a lock, in milliseconds; all later requests for that lock queue behind it. Must be
 * below PostgreSQL's deadlock timeout, after which it would abort a transaction.
 */
const LOCK_TIMEOUT_MS = 500
const MAX_PAUSE_MS = 2_000
/** Total time of retries; a backup or a long export locks what it reads. */
const LOCK_RETRY_MS = 5 * 60_000
/** SQLSTATE lock_not_available */
const LOCKED = '55P03'

type Progress = {
  onApplied?: (name: string) => void
  /** Called once for each migration that waits for locks; the text is for the person who waits for the start. */
  onWaiting?: (message: string, migration: string) => void
}

/**
 * Migrates the database to the newest version; returns the names of the migrations applied. Each file is one
 * transaction together with its row in schema_migrations: the next run completes one that was killed.
 */
export async function migrate(
  connection: Pick<Connection, 'pool'>,
  folder = DEFAULT_FOLDER,
  { onApplied = () => {}, onWaiting = (message) => void process.stderr.write(`${message}\n`) }: Progress = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = await connection.pool.connect()
  exemptFromTimeout(client)
  const applied: string[] = []
  try {
    const alreadyApplied = await readAppliedMigrations(client)
    rejectChangedMigrations(migrations, alreadyApplied)
    for (const migration of migrations.filter(({ name }) => !alreadyApplied.has(name))) {
      const apply = async () => {
        await client.query(CREATE_TABLE)
        // Checked again under the lock: another process may have been first.
        if ((await readAppliedMigrations(client)).has(migration.name)) return false
        await applyMigration(client, migration, migrations)
        return true
      }
      const wasApplied = await inLockedTransaction(client, apply, () =>
        onWaiting(
          `The migration ${migration.name} is waiting for locks on the tables it changes; it is retried for up to five minutes.`,
          migration.name,
        ),
      )
      if (!wasApplied) continue
      applied.push(migration.name)
      onApplied(migration.name)
    }
    client.release()
    return applied
  } catch (error) {
    // Not returned to the pool: its state is that of the failed migration.
    client.release(true)
    throw error
  }
}

/** Thrown for a list of migrations that this program cannot have made. */
export class UnknownMigrationsError extends Error {}

/**
 * Applies the `existing` migrations of another database to an empty one, in the caller's transaction; `rest` then applies
 * the newer ones. Throws UnknownMigrations unless they are the first of this program's own.
 */
export async function migrateTo(
  client: pg.ClientBase,
  existing: readonly Omit<Migration, 'sql'>[],
  folder = DEFAULT_FOLDER,
): Promise<{ rest(): Promise<void> }> {
  const migrations = await readMigrations(folder)
  for (const [index, { name, checksum }] of existing.entries()) {
    if (migrations[index]?.name !== name || migrations[index]?.checksum !== checksum)
      throw new UnknownMigrationsError(name)
  }
  await client.query('set local statement_timeout = 0')
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
  // A shop may have been opened there in the meantime.
  if ((await readAppliedMigrations(client)).size > 0) throw new Error('The database is no longer empty.')
  await client.query(CREATE_TABLE)
  const apply = async (batch: readonly Migration[]) => {
    for (const migration of batch) await applyMigration(client, migration, migrations)
  }
  await apply(migrations.slice(0, existing.length))
  return { rest: () => apply(migrations.slice(existing.length)) }
}

/** Returns the names of the migrations that this database lacks. */
export async function listPendingMigrations(
  connection: Pick<Connection, 'pool'>,
  folder = DEFAULT_FOLDER,
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const applied = await readAppliedMigrations(connection.pool)
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name))
}

const CREATE_TABLE = `create table if not exists schema_migrations (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
);
-- The migration that a release must know in order to work with this one; null means this one itself.
alter table schema_migrations add column if not exists works_since text`

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const numbers = files.map((file) => file.slice(0, 4))
  for (const [i, file] of files.entries()) {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(file)) throw new Error(`The migration ${file} is not named NNNN_name.sql.`)
    if (numbers[i] === numbers[i - 1]) throw new Error(`Two migrations have the number ${numbers[i]}.`)
  }
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(join(folder, file), 'utf8')
      return { name: file.slice(0, -'.sql'.length), sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

type AppliedMigration = { checksum: string; worksSince: string | null }

async function readAppliedMigrations(client: pg.Pool | pg.ClientBase): Promise<Map<string, AppliedMigration>> {
  const table = await client.query(`select to_regclass('schema_migrations') is not null as exists`)
  if (!table.rows[0].exists) return new Map()
  // Read as JSON, because earlier releases had no such column.
  const { rows } = await client.query<AppliedMigration & { name: string }>(
    `select name, checksum, to_jsonb(schema_migrations) ->> 'works_since' as "worksSince" from schema_migrations`,
  )
  return new Map(rows.map((row) => [row.name, row]))
}

/**
 * Refuses migrations that were altered or are unknown. An earlier release may be restored onto the schema of a newer
 * one, and runs alongside it meanwhile: additions of the newer one do not affect it, but removals may
 * (docs/decisions/0073).
 */
function rejectChangedMigrations(migrations: Migration[], applied: Map<string, AppliedMigration>) {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const [name, { checksum, worksSince }] of applied) {
    if (!known.has(name)) {
      if (worksSince !== null && known.has(worksSince)) continue
      throw new UnsupportedDatabaseError(
        `The database has the migration ${name}, which this version of the shop does not know.`,
      )
    }
    if (known.get(name) !== checksum) {
      throw new UnsupportedDatabaseError(
        `The migration ${name} was changed after it had been applied. Put it back and add a new one.`,
      )
    }
  }
}

async function applyMigration(client: pg.ClientBase, { name, sql, checksum }: Migration, all: readonly Migration[]) {
  // An expansion affects no release. Every release knows the first migration.
  const worksSince = readContraction(sql) ?? all[0]?.name
  if (!all.some((known) => known.name === worksSince && known.name <= name)) {
    throw new Error(`The migration ${name} names ${worksSince}, which does not precede it.`)
  }
  try {
    // Without parameters, the text uses the simple protocol, which accepts several statements at once.
    await client.query(sql)
  } catch (error) {
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
  await client.query('insert into schema_migrations (name, checksum, works_since) values ($1, $2, $3)', [
    name,
    checksum,
    worksSince,
  ])
}

/**
 * Returns the migration named in a line `-- contraction since 0002_name: why`, which marks the removal of something
 * that later releases no longer use. All other migrations are expansions.
 */
export const readContraction = (sql: string): string | undefined =>
  /^-- contraction since (\d{4}_[a-z0-9_]+): \S/m.exec(sql)?.[1]

/**
 * Runs one transaction under the migration lock. Alongside a running release it yields: if it does not get its locks
 * soon, it is rolled back and retried, so that no visitor waits for long, or is aborted by a deadlock
 * (docs/decisions/0073).
 */
async function inLockedTransaction<Value>(
  client: pg.PoolClient,
  work: () => Promise<Value>,
  onFirstWait: () => void,
): Promise<Value> {
  const deadline = performance.now() + LOCK_RETRY_MS
  for (let attempt = 0, delayMs = LOCK_TIMEOUT_MS / 2; ; attempt++, delayMs = Math.min(2 * delayMs, MAX_PAUSE_MS)) {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    try {
      const value = await work()
      await client.query('commit')
      return value
    } catch (error) {
      const { cause } = error as { cause?: unknown }
      if (!(isLocked(cause) || isAbortedForConflict(cause)) || performance.now() + delayMs > deadline) throw error
    }
    await client.query('rollback')
    if (attempt === 0) onFirstWait()
    await pause(delayMs)
  }
}

const isLocked = (error: unknown): boolean => (error as { code?: string } | undefined)?.code === LOCKED
