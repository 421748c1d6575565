import fs from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, expect, test, vi } from 'vitest'
import { copyDataDir } from '#test/database.ts'
import { openDatabase } from './connect.ts'
import { EngineFiles } from './embedded-files.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

test('the embedded engine syncs its writes to disk by default', async () => {
  const dataDir = await copyDataDir()
  const connection = await openDatabase({ databaseUrl: undefined, dataDir, mode: 'serve' })
  cleanups.push(async () => {
    await connection.close()
    await rm(dataDir, { recursive: true })
  })
  const { rows } = await connection.pool.query(
    `select name, setting from pg_settings where name in
      ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'wal_sync_method') order by name`,
  )
  expect(rows.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
    'data_checksums on',
    'fsync on',
    'full_page_writes on',
    'synchronous_commit on',
    'wal_sync_method fsync',
  ])
})

test('a commit, a checkpoint and the name of a new file reach the disk through syncs of the host', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-syncs-'))
  cleanups.push(() => rm(folder, { recursive: true }))
  const { files, folders } = spyOnSyncs()
  const engine = await PGlite.create({
    fs: new EngineFiles(join(folder, 'pgdata'), true),
    startParams: [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync'],
  })
  await engine.exec('create table things (id int)')

  const before = files()
  for (let i = 0; i < 20; i++) await engine.query('insert into things values ($1)', [i])
  expect(files() - before).toBe(20)

  const { rows } = await engine.query<{ path: string }>(`select pg_relation_filepath('things') as path`)
  const table = join(folder, 'pgdata', rows[0]?.path ?? '')
  await engine.exec('checkpoint')
  expect(files() - before).toBeGreaterThan(25)
  expect(folders()).toContain(join(table, '..'))
  await engine.close()
})

test('an engine lock file emptied by a power cut does not prevent the shop from starting', async () => {
  const dataDir = await copyDataDir()
  await writeFile(join(dataDir, 'pgdata', 'postmaster.pid'), '')
  const connection = await openDatabase({ databaseUrl: undefined, dataDir, mode: 'serve' })
  cleanups.push(async () => {
    await connection.close()
    await rm(dataDir, { recursive: true })
  })
  expect((await connection.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

/** Counts calls of the operating system, and passes them on. */
function spyOnSyncs() {
  const opened = new Map<number, string>()
  const synced: string[] = []
  const originals = { openSync: fs.openSync, fsyncSync: fs.fsyncSync }
  const data = vi.spyOn(fs, 'fdatasyncSync')
  const opening = vi.spyOn(fs, 'openSync').mockImplementation((...args) => {
    const descriptor = originals.openSync(...args)
    opened.set(descriptor, String(args[0]))
    return descriptor
  })
  const syncing = vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    synced.push(opened.get(descriptor) ?? '')
    originals.fsyncSync(descriptor)
  })
  syncBuiltinESMExports()
  cleanups.push(async () => {
    for (const spy of [data, opening, syncing]) spy.mockRestore()
    syncBuiltinESMExports()
  })
  return { files: () => data.mock.calls.length, folders: () => synced }
}
