import { randomBytes } from 'node:crypto'
import type { Result } from '#domain/result.ts'
import { type ImportOptions, type ImportRefusal, refusalOf } from '#server/platform/csv/import-file.ts'
import { eachRow, openCsvFile } from '#server/platform/csv/read-rows.ts'
import { RowError } from '#server/platform/csv/row.ts'
import type { Connection, Database, Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { COLUMNS, type Covered, coveredBy, REQUIRED_COLUMNS } from './columns.ts'
import {
  addCategories,
  addNewProducts,
  emptyFormerPackages,
  lockKnownProducts,
  replaceImages,
  updateKnownProducts,
} from './merge.queries.ts'
import { makePictureSource, type PictureSource } from './picture-source.ts'
import { productsOfRows } from './products-of-rows.ts'
import {
  createStaging,
  dropStaging,
  findRepeatedHandle,
  type StagedProduct,
  type Staging,
  stageSlice,
} from './staging.queries.ts'
import { refreshStatistics } from './statistics.queries.ts'

export type Imported = Result<{ added: number; updated: number; unchanged: number; pictures: number }, ImportRefusal>

type ProductImport = ImportOptions & { dataDir: string }

const SLICE = 500

/**
 * Imports products from Shopify's CSV format, all of the file or nothing (docs/product §9). The file is first read and
 * checked into a temporary table; the catalogue then changes in one transaction of a few statements.
 */
export async function importProducts({ db }: Pick<Connection, 'db'>, options: ProductImport): Promise<Imported> {
  const pictures = makePictureSource(options.path, options.dataDir)
  const staging: Staging = { table: `import_${randomBytes(8).toString('hex')}` }
  try {
    // One connection from start to end, because the temporary table belongs to it.
    return await db.connection().execute(async (connection) => {
      await createStaging(connection, staging)
      try {
        const file = await stageFile(connection, staging, pictures, options)
        const counts = await inTransaction(connection, (trx) => merge(trx, staging, file.covered))
        await refreshStatistics(connection, counts.added + counts.updated)
        return {
          ok: true,
          ...counts,
          unchanged: file.products - counts.added - counts.updated,
          pictures: pictures.stored(),
        }
      } finally {
        await dropStaging(connection, staging)
      }
    })
  } catch (fault) {
    await pictures.discard()
    return refusalOf(fault)
  }
}

async function stageFile(
  db: Database,
  staging: Staging,
  pictures: PictureSource,
  { path, onProgress }: ProductImport,
): Promise<{ products: number; covered: Covered }> {
  let bytes = 0
  const file = await openCsvFile(path, { columns: COLUMNS, required: REQUIRED_COLUMNS }, (count) => {
    bytes += count
  })
  let products = 0
  let slice: StagedProduct[] = []
  const flush = async () => {
    if (slice.length > 0) await stageSlice(db, staging, slice)
    products += slice.length
    slice = []
    onProgress?.(products, bytes)
  }
  for await (const product of productsOfRows(eachRow(file))) {
    const images = []
    for (const image of product.images) images.push(await pictures.keep(image))
    slice.push({ product, images })
    if (slice.length === SLICE) await flush()
  }
  await flush()

  const repeated = await findRepeatedHandle(db, staging)
  if (repeated) {
    const { handle, first, again } = repeated
    throw new RowError(
      again,
      'Handle',
      `“${handle}” is the handle of line ${first} too; the rows of a product follow one another.`,
    )
  }
  return { products, covered: coveredBy((column) => file.columns.has(column)) }
}

async function merge(
  trx: Transaction,
  staging: Staging,
  covered: Covered,
): Promise<{ added: number; updated: number }> {
  await addCategories(trx, staging)
  const known = await lockKnownProducts(trx, staging)
  const changed = new Set(await updateKnownProducts(trx, staging, covered))
  const added = await addNewProducts(trx, staging)
  for (const id of await replaceImages(trx, staging)) if (known.has(id)) changed.add(id)
  await emptyFormerPackages(trx, staging)
  return { added, updated: changed.size }
}
