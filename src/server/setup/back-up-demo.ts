import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeBackup } from '#server/operations/backup/make-backup.ts'
import { recordOperation } from '#server/operations/status/record-operation.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'

/** Backs the shop up before it is emptied. Returns the file, relative to the data directory. */
export async function backUpDemo(
  { connection, db, config, files }: Pick<Services, 'connection' | 'db' | 'config' | 'files'>,
  now: Date,
): Promise<string> {
  const folder = 'before-emptying'
  const file = `${folder}/${now.toISOString().replaceAll(':', '-')}.backup`
  await mkdir(join(config.dataDir, folder), { recursive: true })
  const { missing } = await makeBackup(connection, { ...config, files }, join(config.dataDir, file), {
    withSecret: false,
  })
  await inTransaction(db, (trx) =>
    recordOperation(trx, 'backup', { findings: missing.length, note: `into ${file}, before the demo was emptied` }),
  )
  return file
}
