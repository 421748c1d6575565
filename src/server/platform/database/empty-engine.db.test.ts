import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from './connect.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-empty-'))
  cleanups.push(() => rm(folder, { recursive: true }))
  return folder
}

/** Starts a shop and stops it again; returns the system identifier of its engine's database, and its tables. */
async function startOnce(dataDir: string, emptyEngines?: string, statement = '') {
  const { pool, close } = await openDatabase({ databaseUrl: undefined, dataDir, mode: 'serve', emptyEngines })
  try {
    const { rows } = await pool.query(
      `select system_identifier::text as id,
         (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace) as tables
       from pg_control_system()`,
    )
    await pool.query(statement)
    return rows[0] as { id: string; tables: number }
  } finally {
    await close()
  }
}

test('the first empty database is cached; the next one is its copy, without data of the first shop', async () => {
  const emptyEngines = join(await emptyFolder(), 'cache')
  const first = await startOnce(await emptyFolder(), emptyEngines, 'create table of_the_first (id int)')
  const [cached = '', ...others] = await readdir(emptyEngines)
  expect(cached).toMatch(/^empty-engine-\d/)
  expect(others).toEqual([])
  expect(await readdir(join(emptyEngines, cached))).not.toContain('postmaster.pid')

  const second = await startOnce(await emptyFolder(), emptyEngines, 'create table of_the_second (id int)')
  const third = await startOnce(await emptyFolder(), emptyEngines)
  expect([second, third]).toEqual([first, first])
  expect(first.tables).toBe(0)
})

test('an interrupted copy is not a database: the next start copies again', async () => {
  const whole = await emptyFolder()
  const first = await startOnce(whole)
  const dataDir = await emptyFolder()
  await cp(join(whole, 'pgdata', 'PG_VERSION'), join(dataDir, 'pgdata.new', 'PG_VERSION'))
  await cp(join(whole, 'pgdata', 'base'), join(dataDir, 'pgdata.new', 'base'), { recursive: true })

  expect(await startOnce(dataDir)).toEqual(first)
  expect(await readdir(dataDir)).not.toContain('pgdata.new')
})
