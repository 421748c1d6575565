import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyDataDir, startChild } from '#test/database.ts'
import { openDatabase } from './connect.ts'
import { DirectoryInUse, lockDirectory } from './directory-lock.ts'

let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'salonfront-lock-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

test('a second server on a data directory is refused with a clear message, and the first one continues', async () => {
  const served = await copyDataDir()
  const first = startChild('serve', served)
  try {
    await first.nextLine()
    const second = openDatabase({ databaseUrl: undefined, dataDir: served, mode: 'serve' })
    await expect(second).rejects.toThrow(DirectoryInUse)
    await expect(second).rejects.toThrow(
      /^The data directory \S+ is in use by process \d+\. Stop it first, or choose another DATA_DIR\.$/,
    )

    const joined = await openDatabase({ databaseUrl: undefined, dataDir: served, mode: 'join' })
    expect((await joined.db.selectFrom('states').select('code').execute()).length).toBeGreaterThan(50)
    await joined.close()
  } finally {
    await first.kill()
    await rm(served, { recursive: true })
  }
})

test('a lock whose holder was killed never blocks the next start', async () => {
  for (let kill = 0; kill < 20; kill++) {
    const holder = startChild('lock', dataDir)
    await holder.nextLine()
    expect(() => lockDirectory(dataDir)).toThrow(DirectoryInUse)
    await holder.kill()
    lockDirectory(dataDir).release()
  }
})

test('a released directory can be locked again by the same process', () => {
  const lock = lockDirectory(dataDir)
  expect(() => lockDirectory(dataDir)).toThrow(`process ${process.pid}`)
  lock.release()
  lockDirectory(dataDir).release()
})
