import type { Database } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { deleteProductUploads, findProductUploads } from './product-upload.queries.ts'
import { discardPicture } from './store-picture.ts'
import { deleteIfUnused, findUnknownFiles, findUnusedFiles } from './stored-file.queries.ts'

/** Assumes that nobody writes a post or edits a product for longer than this without saving it. */
const MIN_UNUSED_MS = 24 * 60 * 60 * 1000
const BATCH_SIZE = 500

const ATTACHMENT = /^[0-9a-f]{32}\.[a-z]{3,4}$/
/** A picture from the editor. Product pictures have seven more sizes; those of the demo shop have different names. */
const PICTURE = /^([0-9a-f]{32})-1280\.webp$/

/** Deletes stored files that nothing has used for a day. */
export async function sweepFiles(db: Database, files: FileStore, now = Date.now()): Promise<void> {
  const storedBefore = new Date(now - MIN_UNUSED_MS)
  for (;;) {
    const unused = await findUnusedFiles(db, storedBefore, BATCH_SIZE)
    let deleted = 0
    for (const name of unused) deleted += (await deleteUnused(db, files, name)) ? 1 : 0
    if (unused.length < BATCH_SIZE || deleted === 0) break
  }
  await sweepProductUploads(db, files, storedBefore)
  await sweepUnknown(db, files, storedBefore)
}

/** Deletes the file before the transaction ends, so that a post waiting to use it then finds that it was deleted. */
const deleteUnused = (db: Database, files: FileStore, name: string): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const unused = await deleteIfUnused(trx, name)
    if (unused) await files.remove(name)
    return unused
  })

/** Deletes uploads that no product was saved with. The files go first, for the same reason. */
async function sweepProductUploads(db: Database, files: FileStore, uploadedBefore: Date): Promise<void> {
  for (;;) {
    const uploads = await findProductUploads(db, uploadedBefore, BATCH_SIZE)
    for (const { file, kind } of uploads) {
      await inTransaction(db, async (trx) => {
        const deleted = await deleteProductUploads(trx, [file])
        if (deleted.length > 0) await (kind === 'picture' ? discardPicture(files, file) : files.remove(file))
      })
    }
    if (uploads.length < BATCH_SIZE) break
  }
}

/** Deletes files stored by a process that ended before it could record them, or from before there were records. */
async function sweepUnknown(db: Database, files: FileStore, storedBefore: Date): Promise<void> {
  const storedAt = new Map<string, Date>()
  for await (const file of files.list()) storedAt.set(file.name, file.storedAt)
  const isUploaded = (name: string) => {
    const picture = PICTURE.exec(name)?.[1]
    return picture === undefined ? ATTACHMENT.test(name) : !storedAt.has(`${picture}-640.webp`)
  }
  const old = [...storedAt].filter(([name, time]) => isUploaded(name) && time < storedBefore).map(([name]) => name)
  for (let start = 0; start < old.length; start += BATCH_SIZE) {
    for (const name of await findUnknownFiles(db, old.slice(start, start + BATCH_SIZE))) {
      await files.remove(name)
    }
  }
}
