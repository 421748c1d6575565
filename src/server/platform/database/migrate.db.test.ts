import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { copyDataDir, databaseTest, openEmptyPostgres, postgresTest, startChild } from '#test/database.ts'
import { waitFor, waitForBlocked } from '#test/wait.ts'
import { openDatabase } from './connect.ts'
import type { Connection } from './connection.ts'
import { listPendingMigrations, migrate } from './migrate.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'salonfront-migrations-'))
})
afterAll(() => rm(folder, { recursive: true }))

const FIRST = 'create table first_things (id int);\ninsert into first_things values (1), (2);'
// Slow as long as the first table has rows, so that a test can kill it in the middle and the next run is quick.
const SLOW = `create table second_things (id int);
do $$ begin if exists (select from first_things) then perform pg_sleep(1.5); end if; end $$;
insert into second_things values (1);`

async function writeMigrations(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
}

const RELEASES = {
  '0001_names.sql': 'create table names (id int, first_name text);',
  '0002_whole_names.sql': 'alter table names add column name text;',
  '0003_no_first_names.sql': `-- contraction since 0002_whole_names: first_name is not read any more.
alter table names drop column first_name;`,
}

/** Creates a folder of migrations for each of three releases. */
async function createReleases(name: string) {
  const files = Object.entries(RELEASES)
  const createRelease = async (count: number) => {
    const release = await mkdtemp(join(folder, `${name}-`))
    for (const [file, text] of files.slice(0, count)) await writeFile(join(release, file), text)
    return release
  }
  return { first: await createRelease(1), expanded: await createRelease(2), contracted: await createRelease(3) }
}

databaseTest('migrations', (connection) => {
  test('are all applied in a prepared database, and applying them again changes nothing', async () => {
    expect(await listPendingMigrations(connection())).toEqual([])
    expect(await migrate(connection())).toEqual([])
  })

  test('from another shop are refused', async () => {
    await expect(migrate(connection(), folder)).rejects.toThrow('which this version of the shop does not know')
  })

  test('from the next release do not affect releases that know the migrations they build on', async () => {
    const { pool } = connection()
    const releases = await createReleases('release')
    await pool.query('begin; drop schema public cascade; create schema public; commit')
    expect(await migrate(connection(), releases.expanded)).toEqual(['0001_names', '0002_whole_names'])
    // The previous release knows only the first one, and continues.
    expect(await migrate(connection(), releases.first)).toEqual([])
    expect(await listPendingMigrations(connection(), releases.first)).toEqual([])
    expect(await migrate(connection(), releases.contracted)).toEqual(['0003_no_first_names'])
    expect(await migrate(connection(), releases.expanded)).toEqual([])
    await expect(migrate(connection(), releases.first)).rejects.toThrow(
      'The database has the migration 0003_no_first_names, which this version of the shop does not know.',
    )
    // Applied by a release that did not record this.
    await pool.query(`update schema_migrations set works_since = null where name = '0003_no_first_names'`)
    await expect(migrate(connection(), releases.expanded)).rejects.toThrow('does not know')
    await pool.query('alter table schema_migrations drop column works_since')
    await expect(migrate(connection(), releases.expanded)).rejects.toThrow('does not know')
    expect(await migrate(connection(), releases.contracted)).toEqual([])
  })
})

test.skipIf(!process.env.TEST_DATABASE_URL)('two PostgreSQL processes that start together migrate once', async () => {
  const first = await openEmptyPostgres()
  const second = await openDatabase({ databaseUrl: first.url, dataDir: tmpdir(), mode: 'serve' })
  await writeMigrations({ '0001_first.sql': FIRST, '0002_slow.sql': SLOW })
  const applied = await Promise.all([migrate(first, folder), migrate(second, folder)])
  expect(applied.flat().sort()).toEqual(['0001_first', '0002_slow'])
  expect((await first.pool.query('select count(*)::int as count from second_things')).rows).toEqual([{ count: 1 }])
  await second.close()
  await first.close()
})

postgresTest('a migration alongside a running release', (connection) => {
  const TWO_TABLES = {
    '0001_tables.sql': 'create table carts (id int); create table orders (id int); insert into carts values (1);',
    '0002_columns.sql': 'alter table orders add column note text; alter table carts add column note text;',
  }
  const prepareMigration = async (name: string) => {
    const migrationsFolder = await mkdtemp(join(folder, `${name}-`))
    await connection().pool.query('begin; drop schema public cascade; create schema public; commit')
    for (const [file, text] of Object.entries(TWO_TABLES).slice(0, 1))
      await writeFile(join(migrationsFolder, file), text)
    await migrate(connection(), migrationsFolder)
    for (const [file, text] of Object.entries(TWO_TABLES)) await writeFile(join(migrationsFolder, file), text)
    return (onWaiting: () => void = () => {}) => migrate(connection(), migrationsFolder, { onWaiting })
  }

  test('yields to a deadlocking transaction, and is applied when it can be', async () => {
    const runMigration = await prepareMigration('deadlock')
    const buyer = await connection().pool.connect()
    await buyer.query('begin; update carts set id = 2')
    const migrated = runMigration()
    await waitForBlocked(connection().pool)
    // Both wait for each other from here on.
    await buyer.query('insert into orders values (1)')
    await buyer.query('commit')
    buyer.release()
    expect(await migrated).toEqual(['0002_columns'])
    const { rows } = await connection().pool.query(
      'select carts.id, carts.note, orders.note as of_order from carts, orders',
    )
    expect(rows).toEqual([{ id: 2, note: null, of_order: null }])
  })

  test('lets others pass during a long read, and reports once that it is waiting', async () => {
    const runMigration = await prepareMigration('passing')
    const onWaiting = vi.fn()
    const reader = await connection().pool.connect()
    await reader.query('begin; select from carts')
    const migrated = runMigration(onWaiting)
    await waitForBlocked(connection().pool)
    // It queues behind the migration, which queues behind the reader.
    expect((await connection().pool.query('select id from carts')).rows).toEqual([{ id: 1 }])
    await waitFor(() => expect(onWaiting).toHaveBeenCalled())
    await waitForBlocked(connection().pool)
    await reader.query('commit')
    reader.release()
    expect(await migrated).toEqual(['0002_columns'])
    expect(onWaiting.mock.calls).toEqual([
      [
        'The migration 0002_columns is waiting for locks on the tables it changes; it is retried for up to five minutes.',
        '0002_columns',
      ],
    ])
  })
})

test('a killed migration is completed by the next start (embedded)', async () => {
  const dataDir = await copyDataDir()
  const open = () => openDatabase({ databaseUrl: undefined, dataDir, durable: false, mode: 'serve' })
  const emptyConnection = await open()
  await emptyConnection.pool.query('drop schema public cascade; create schema public')
  await emptyConnection.close()
  const next = await killInTheMiddle(dataDir, undefined, open)
  await next.close()
  await rm(dataDir, { recursive: true })
})

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a killed migration is completed by the next start (PostgreSQL)',
  async () => {
    const empty = await openEmptyPostgres()
    await killInTheMiddle(tmpdir(), empty.url, async () => empty)
    await empty.close()
  },
)

async function killInTheMiddle(dataDir: string, url: string | undefined, open: () => Promise<Connection>) {
  await writeMigrations({ '0001_first.sql': FIRST, '0002_slow.sql': SLOW })
  const child = startChild('migrate', dataDir, { url, migrations: folder })
  expect(await child.nextLine()).toBe('migrating')
  expect(await child.nextLine()).toBe('0001_first')
  // The second one sleeps: this is the middle of it, or, on a busy machine, just before.
  await pause(300)
  await child.kill()
  expect(child.lines.at(-1)).toBe('0001_first')

  const connection = await open()
  expect(await listPendingMigrations(connection, folder)).toEqual(['0002_slow'])
  await connection.pool.query('delete from first_things')
  expect(await migrate(connection, folder)).toEqual(['0002_slow'])
  expect((await connection.pool.query('select id from second_things')).rows).toEqual([{ id: 1 }])

  await writeMigrations({ '0001_first.sql': `${FIRST}\n-- harmless, one would think` })
  await expect(migrate(connection, folder)).rejects.toThrow(
    'The migration 0001_first was changed after it had been applied. Put it back and add a new one.',
  )
  await writeMigrations({ '0001_first.sql': FIRST, '0003_broken.sql': 'create table third_things (id int); selec 1;' })
  await expect(migrate(connection, folder)).rejects.toThrow('The migration 0003_broken failed: syntax error')
  expect(await listPendingMigrations(connection, folder)).toEqual(['0003_broken'])
  await rm(join(folder, '0003_broken.sql'))
  return connection
}

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'explains what to do to a PostgreSQL user without the right to create an extension, and then continues',
  async () => {
    const database = await openEmptyPostgres()
    const user = `salonfront_test_${randomBytes(6).toString('hex')}`
    await database.pool.query(`create role ${user}; grant all on schema public to ${user}`)
    const url = new URL(database.url)
    url.searchParams.set('options', `-c role=${user}`)
    const pool = new pg.Pool({ connectionString: url.href, max: 1 })
    try {
      await expect(migrate({ pool })).rejects.toThrow(
        'Please let an administrator run "create extension pg_trgm" in this database, and start again.',
      )
      await database.pool.query('create extension pg_trgm')
      expect(await migrate({ pool })).toContain('0001_baseline')
    } finally {
      await pool.end()
      await database.pool.query(`drop owned by ${user}; drop role ${user}`)
      await database.close()
    }
  },
)
