import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import {
  deleteProductUploads,
  findProductUploads,
  insertProductUpload,
  type ProductUpload,
} from './product-upload.queries.ts'
import { discardPicture } from './store-picture.ts'

const BATCH_SIZE = 500

/** Records a stored file until a product is saved with it. */
export const recordProductUpload = (trx: Transaction, upload: ProductUpload): Promise<void> =>
  insertProductUpload(trx, upload)

/** Marks uploads as used by a product, so that they are kept. Returns those of the files that were recorded. */
export const claimProductUploads = (trx: Transaction, files: readonly string[]): Promise<string[]> =>
  deleteProductUploads(trx, files)

/** Deletes uploads that no product was saved with. */
export async function sweepProductUploads(db: Database, files: FileStore, uploadedBefore: Date): Promise<void> {
  for (;;) {
    const uploads = await findProductUploads(db, uploadedBefore, BATCH_SIZE)
    for (const { file, kind } of uploads) {
      // The files go before the transaction ends, so that a product waiting to use them then finds that they are gone.
      await inTransaction(db, async (trx) => {
        const deleted = await deleteProductUploads(trx, [file])
        if (deleted.length > 0) await (kind === 'picture' ? discardPicture(files, file) : files.remove(file))
      })
    }
    if (uploads.length < BATCH_SIZE) break
  }
}
