import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { eraseGuest, eraseUser } from '#server/privacy/erase-personal-data.ts'
import { completeErasedList } from '#server/privacy/erased-list.ts'
import { createPerson, findPersonalData, guestEmail } from '#test/create-person.ts'
import { copyDataDir, databaseTest, openEmptyPostgres, openTestDatabase } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { jobsForSuite } from '#test/shop.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const SECRET = 'a secret of the shop that is backed up'
const owner = { kind: 'staff', staffId: 1, email: 'owner@example.com', role: 'owner' } as const

databaseTest('a restored backup', (_, engine) => {
  let folder = ''
  let dataDir = ''
  let source: Connection
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'salonfront-erasures-'))
    dataDir = engine === 'embedded' ? await copyDataDir() : await mkdtemp(join(tmpdir(), 'salonfront-source-'))
    source =
      engine === 'embedded'
        ? await openDatabase({ databaseUrl: undefined, dataDir, durable: false, mode: 'serve' })
        : await openTestDatabase('postgres')
  })
  afterAll(async () => {
    await source.close()
    await rm(dataDir, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  })
  const jobs = jobsForSuite(() => source)

  it('repeats exactly the erasures since the backup', async () => {
    const { db } = source
    const person = await createPerson(db, jobs(), dataDir)
    const backup = join(folder, 'backup.tar.gz')
    await makeBackup(source, { dataDir, secret: SECRET }, backup, { withSecret: false })
    const later = await makeUser(db)
    for (const { id } of [{ id: person.userId }, later]) {
      expect(await inTransaction(db, (trx) => eraseUser(trx, owner, id, 'Asked'))).toMatchObject({ ok: true })
    }
    expect(await inTransaction(db, (trx) => eraseGuest(trx, owner, guestEmail, 'Asked'))).toMatchObject({ ok: true })
    const erasedList = join(folder, 'erased.txt')
    await completeErasedList(db, erasedList)
    await completeErasedList(db, erasedList)
    const list = await readFile(erasedList, 'utf8')
    expect(list.trim().split('\n')).toHaveLength(3)
    expect(list).toMatch(/^(?:(?:member|order) \d+ [\d:.TZ-]+\n)+$/)

    const restoredDir = await mkdtemp(join(folder, 'restored-'))
    const server = engine === 'postgres' ? await openEmptyPostgres() : undefined
    const databaseUrl = server?.url
    try {
      const config = { dataDir: restoredDir, databaseUrl, secret: SECRET, erasedList }
      expect(await restoreBackup(backup, { config, secretIsGiven: true })).toMatchObject({ ok: true, erasedAgain: 2 })
      const restored = await openDatabase({ databaseUrl, dataDir: restoredDir, mode: 'serve' })
      try {
        for (const text of ['quixan', 'wyxler'])
          expect(await findPersonalData(restored.db, restoredDir, text)).toEqual([])
        const expected = (await verifyShop(db, dataDir)).findings
        expect((await verifyShop(restored.db, restoredDir)).findings).toEqual(expected)
        // The next account gets the ID of one created and erased after the backup, but is a different person.
        const next = await makeUser(restored.db)
        expect(next.id).toBe(later.id)
        await completeErasedList(restored.db, erasedList)
        expect(await readFile(erasedList, 'utf8')).toBe(list)
      } finally {
        await restored.close()
      }
    } finally {
      await server?.close()
    }
  })
})
