import { cpSync, existsSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyDataDir } from '#test/database.ts'
import { openDatabase } from './connect.ts'
import { EngineFiles } from './embedded-files.ts'
import { EngineNotStarted, openAfterPowerCut, openEngine } from './open-engine.ts'

const MARKED = ['limits', 'limits_pkey']
let dataDir = ''
beforeEach(async () => {
  dataDir = await copyDataDir()
})
afterEach(() => rm(dataDir, { recursive: true }))

/** Counts the attempts to open, and collects the messages. */
async function openAndCount(path: string) {
  const messages: string[] = []
  let opened = 0
  const open = () => {
    opened++
    const startParams = PGlite.defaultStartParams.filter((param) => param !== '-F')
    return openEngine({
      fs: new EngineFiles(path, true),
      startParams: [...startParams, '-c', 'wal_sync_method=fsync'],
      extensions: { pg_trgm },
    })
  }
  const opening = openAfterPowerCut(open, (message) => messages.push(message))
  const engine = await opening.catch((error: unknown) => error)
  return { engine, opened, messages }
}

async function openQuietly(path: string): Promise<PGlite> {
  const { engine, opened, messages } = await openAndCount(path)
  if (!(engine instanceof PGlite)) throw engine
  expect({ opened, messages }).toEqual({ opened: 1, messages: [] })
  return engine
}

test('a power cut that loses an unlogged table’s marker costs a second start and the table’s rows only', async () => {
  const [running, copy] = [join(dataDir, 'pgdata'), join(dataDir, 'cut')]
  const before = await openQuietly(running)
  await before.exec(`create table things (id int primary key); create unlogged table limits (key text primary key);
    insert into things values (1); insert into limits values ('first visitor')`)
  const { rows } = await before.query<{ path: string }>(
    `select pg_relation_filepath(name::regclass) as path from unnest($1::text[]) as name`,
    [MARKED],
  )
  cpSync(running, copy, { recursive: true })
  await before.close()
  for (const { path } of rows) {
    expect(existsSync(join(copy, path))).toBe(true)
    rmSync(join(copy, `${path}_init`))
  }
  rmSync(join(copy, 'postmaster.pid'))

  const { engine, opened, messages } = await openAndCount(copy)
  expect({ opened, messages }).toEqual({
    opened: 2,
    messages: [
      `A power cut left a file in the way (could not create file "${rows[0]?.path}": File exists). The database is started once more.`,
    ],
  })
  const after = engine as PGlite
  expect((await after.query('select id from things')).rows).toEqual([{ id: 1 }])
  expect((await after.query('select key from limits')).rows).toEqual([])
  await after.exec(`insert into limits values ('second visitor')`)
  await after.close()

  const next = await openQuietly(copy)
  expect((await next.query('select key from limits')).rows).toEqual([{ key: 'second visitor' }])
  await next.close()
})

test('an engine that cannot start for another reason is started once, and reports why', async () => {
  const damaged = join(dataDir, 'pgdata')
  rmSync(join(damaged, 'global', 'pg_control'))

  const { engine, opened, messages } = await openAndCount(damaged)
  expect({ opened, messages }).toEqual({ opened: 1, messages: [] })
  expect(engine).toBeInstanceOf(EngineNotStarted)
  expect((engine as EngineNotStarted).reason).toMatch(/pg_control/)
})

test('a shop whose engine cannot start ends with PostgreSQL’s reason', async () => {
  rmSync(join(dataDir, 'pgdata', 'global', 'pg_control'))
  await expect(openDatabase({ databaseUrl: undefined, dataDir, mode: 'serve' })).rejects.toThrow(
    /The embedded database engine did not start: .*pg_control/,
  )
})
