import type { Result } from '#domain/result.ts'
import { type Actor, actorName } from '#server/audit/actor.ts'
import { type ImportOptions, type ImportRefusal, importFile } from '#server/platform/csv/import-file.ts'
import { refuseFaults } from '#server/platform/csv/refuse-faults.ts'
import type { Connection, Transaction } from '#server/platform/database/connection.ts'
import { refreshStatistics } from '#server/platform/database/refresh-statistics.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { type Covered, coveredBy } from './columns.ts'
import { repeatedBarcodeFaults, repeatedHandleFaults, takenBarcodeFaults } from './faults.queries.ts'
import {
  addCategories,
  addNewProducts,
  countKnownProducts,
  emptyFormerPackages,
  fileUnderKnownNames,
  indexHandles,
  lockKnownProducts,
  replaceImages,
  updateKnownProducts,
} from './merge.queries.ts'
import { makePictureSource } from './picture-source.ts'
import { productFile } from './product-row.ts'

export type Imported = Result<{ added: number; updated: number; unchanged: number; pictures: number }, ImportRefusal>

/** Imports products from Shopify's CSV format (docs/product §9). What a failed import stored of pictures is removed. */
export async function importProducts(
  connection: Connection,
  options: ImportOptions & { files: FileStore; actor: Actor },
): Promise<Imported> {
  const pictures = makePictureSource(options.path, options.files)
  let imported: Imported | undefined
  try {
    imported = await importFile(
      connection,
      productFile(pictures),
      options,
      async ({ db }, { table, rows }, columns) => {
        await indexHandles(db, table)
        const covered = coveredBy((column) => columns.has(column))
        const { added, updated } = await inTransaction(db, async (trx) => {
          const counts = await merge(trx, table, covered, actorName(options.actor))
          await options.onMerged?.(trx, counts)
          return counts
        })
        await refreshStatistics(db, ['products'], added + updated)
        return { added, updated, unchanged: rows - added - updated, pictures: pictures.stored() }
      },
    )
    return imported
  } finally {
    if (!imported?.ok) await pictures.discard()
  }
}

async function merge(
  trx: Transaction,
  staged: string,
  covered: Covered,
  madeBy: string,
): Promise<{ added: number; updated: number }> {
  await refuseFaults(trx, [repeatedHandleFaults(staged), repeatedBarcodeFaults(staged), takenBarcodeFaults(staged)])
  await fileUnderKnownNames(trx, staged)
  await addCategories(trx, staged)
  const known = await lockKnownProducts(trx, staged)
  const changed = new Set(await updateKnownProducts(trx, staged, covered))
  const added = await addNewProducts(trx, staged)
  for (const id of await replaceImages(trx, staged)) if (known.has(id)) changed.add(id)
  await emptyFormerPackages(trx, staged)
  if (covered.stock) for (const id of await countKnownProducts(trx, staged, madeBy)) changed.add(id)
  return { added, updated: changed.size }
}
