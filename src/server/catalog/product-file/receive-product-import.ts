import { randomBytes } from 'node:crypto'
import { sanitizeAttachmentName } from '#server/content/uploads/attachment-name.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { ReceivedFile } from '#server/platform/files/received-file.ts'
import type { Services } from '#server/platform/services.ts'
import { insertImport } from './product-import.queries.ts'

const NAMES = { ending: 'csv', endings: ['csv', 'txt', 'tsv', 'xlsx', 'xls'] }

/** Stores an uploaded product file, and queues the job that reads it. Returns the id of the import. */
export async function receiveProductImport(
  { db, files, jobs }: Pick<Services, 'db' | 'files' | 'jobs'>,
  actor: Extract<Actor, { kind: 'staff' }>,
  { path, name, bytes }: ReceivedFile,
): Promise<number> {
  const file = `${randomBytes(16).toString('hex')}.csv`
  await files.add([{ name: file, path }])
  try {
    return await inTransaction(db, async (trx) => {
      const fileName = sanitizeAttachmentName(name, NAMES)
      const id = await insertImport(trx, { fileName, file, bytes, by: actor.email, byId: actor.staffId })
      await jobs.queue(trx, 'product_import', [{ import_id: id }])
      return id
    })
  } catch (error) {
    await files.remove(file)
    throw error
  }
}
