import { lockProducts } from '#server/catalog/editing/lock-products.ts'
import { saveProducts } from '#server/catalog/editing/save-products.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findProductsWithAddress, followVersions, recordPicture } from './import-picture.queries.ts'

/**
 * Puts a fetched picture in the place of its address, in every product of the import. Returns false if no product shows
 * the address any more.
 */
export async function applyFetchedPicture(
  trx: Transaction,
  actor: Actor,
  { importId, url, file, fileName }: { importId: number; url: string; file: string; fileName: string },
): Promise<boolean> {
  const products = await lockProducts(trx, await findProductsWithAddress(trx, importId, url))
  const edits = [...products.values()].map(({ id, content }) => ({
    id,
    changes: {
      images: content.images.map((image) =>
        image.file === null && image.source_url === url ? { ...image, file } : image,
      ),
    },
  }))
  const saved = await saveProducts(trx, actor, edits, { source: 'import', fileName, isConfirmed: true })
  if (!saved.ok) throw new Error(`pictures of import ${importId}: ${saved.refusal.refusals[0]?.code}`)
  const changed = saved.saved.filter((product) => product.changed.length > 0)
  await followVersions(
    trx,
    importId,
    changed.map(({ id, version }) => ({ id, before: version - 1, after: version })),
  )
  await recordPicture(trx, importId, { url, error: null })
  return changed.length > 0
}
