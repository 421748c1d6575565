import type { Transaction } from '#server/platform/database/connection.ts'
import { deleteProductUploads, insertProductUpload, type ProductUpload } from './product-upload.queries.ts'

/** Records a stored file until a product is saved with it. */
export const recordProductUpload = (trx: Transaction, upload: ProductUpload): Promise<void> =>
  insertProductUpload(trx, upload)

/** Marks uploads as used by a product, so that no sweep deletes them. Returns those of the files that were recorded. */
export const claimProductUploads = (trx: Transaction, files: readonly string[]): Promise<string[]> =>
  deleteProductUploads(trx, files)
