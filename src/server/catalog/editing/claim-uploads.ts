import type { ProductContent } from '#domain/catalog/product-content.ts'
import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { claimProductUploads } from '#server/content/uploads/product-uploads.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findUsedFiles } from './version.queries.ts'

export type UploadRefusal =
  | (Refusal<'picture_not_found'> & { field: 'images' })
  | (Refusal<'document_not_found'> & { field: 'documents' })

/**
 * Keeps the uploads that an edit uses, so that no sweep deletes them. Refuses files that were deleted in the meantime:
 * others are uploads, in a product, or in a former version of this one.
 */
export async function claimUploads(
  trx: Transaction,
  id: number | undefined,
  { images = [], documents = [] }: Partial<ProductContent>,
): Promise<Result<NoValue, UploadRefusal>> {
  const pictures = images.flatMap(({ file }) => file ?? [])
  const names = [...pictures, ...documents.map(({ file }) => file)]
  const claimed = new Set(await claimProductUploads(trx, names))
  const others = names.filter((name) => !claimed.has(name))
  if (others.length === 0) return { ok: true }
  const used = new Set(await findUsedFiles(trx, id, others))
  const missing = others.find((name) => !used.has(name))
  if (missing === undefined) return { ok: true }
  return refuse(
    pictures.includes(missing)
      ? { code: 'picture_not_found', field: 'images' }
      : { code: 'document_not_found', field: 'documents' },
  )
}
