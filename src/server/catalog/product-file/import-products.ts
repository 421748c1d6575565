import { basename } from 'node:path'
import { sql } from 'kysely'
import type { Result } from '#domain/result.ts'
import { lockCategories } from '#server/catalog/categories/lock-categories.ts'
import { keepVersions } from '#server/catalog/editing/keep-versions.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { type ImportOptions, type ImportRefusal, importFile } from '#server/platform/csv/import-file.ts'
import { RowError } from '#server/platform/csv/row.ts'
import type { Connection, Transaction } from '#server/platform/database/connection.ts'
import type { DedicatedConnection } from '#server/platform/database/dedicated-connection.ts'
import { inSlices } from '#server/platform/database/in-slices.ts'
import { refreshStatistics } from '#server/platform/database/refresh-statistics.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { type CoveredFields, findCoveredFields } from './columns.ts'
import { compareRows } from './compare.queries.ts'
import { reuseFetchedPictures } from './import-picture.queries.ts'
import {
  addCategories,
  addNewProducts,
  countKnownProducts,
  emptyFormerPackages,
  findChangedProducts,
  lockKnownProducts,
  replaceImages,
  type StagedSlice,
  type StockChange,
  updateProducts,
} from './merge.queries.ts'
import { makePictureSource } from './picture-source.ts'
import {
  addSharedBarcodes,
  addToReport,
  describeStockChange,
  emptyReport,
  type ProductReport,
} from './product-report.ts'
import { type FileContents, productFile } from './product-row.ts'

export type ProductImportOptions = ImportOptions & {
  files: FileStore
  actor: Actor
  /** Sets the stock of known products from the file. New ones get it in any case. */
  countStock?: boolean
  /** Previews the import: writes nothing and reports what it would do. */
  previewOnly?: boolean
  /** Called in the first transaction of an import that has several. */
  onBegun?: (trx: Transaction) => Promise<void>
  /** Called after each transaction. */
  onSlice?: (merged: number, total: number) => void
}

type Counts = { added: number; updated: number; unchanged: number; pictures: number }
export type ImportResult = Result<Counts & { report: ProductReport }, ImportRefusal>

/**
 * Thrown when a merge ended before the last row. The merged products stay, and importing the same file again completes
 * it.
 */
export class ImportStoppedError extends Error {
  constructor(merged: number, total: number, cause: unknown) {
    super(`The import stopped after ${merged} of ${total} products; these remain imported.`, { cause })
  }
}

/**
 * Imports products from Shopify's CSV format (docs/product §9). Reads and checks all rows before merging the first.
 * Merges in slices, between which orders are placed (docs/decisions/0013). Deletes pictures stored by a refused import.
 */
export async function importProducts(connection: Connection, options: ProductImportOptions): Promise<ImportResult> {
  const { files, previewOnly = false, countStock = false } = options
  // Pictures are read to the end, so that a preview finds corrupt ones.
  const pictures = makePictureSource(options.path, previewOnly ? { ...files, add: async () => {} } : files)
  const contents: FileContents = { lines: [], handles: new Set(), barcodes: new Map(), categories: new Map() }
  let isMerging = false
  let imported: ImportResult | undefined
  try {
    imported = await importFile(
      connection,
      productFile(pictures, contents),
      options,
      async (dedicated, { table }, file) => {
        const covered = findCoveredFields((column) => file.columns.has(column))
        if (countStock && !covered.stock) {
          throw new RowError(1, 'Variant Inventory Qty', 'The column is missing, so there is nothing to count.')
        }
        const { report, changed: changedLines } = await compare(dedicated, table, contents, {
          covered,
          countStock,
          nameOf: file.nameOf,
        })
        let counts = { added: report.added.count, updated: changedLines.length - report.added.count }
        if (!previewOnly) {
          isMerging = true
          counts = await merge(
            dedicated,
            { staged: sql.table(table), lines: changedLines },
            { ...options, covered, report, contents },
          )
          await refreshStatistics(dedicated, ['products'], counts.added + counts.updated)
        }
        const unchanged = contents.lines.length - counts.added - counts.updated
        return { ...counts, unchanged, pictures: pictures.countStored(), report }
      },
    )
    return imported
  } finally {
    // After an interrupted merge, merged products use the pictures.
    if (!imported?.ok && !isMerging) await pictures.discard()
  }
}

/** Reports the changes and refuses rows that cannot be added. Returns the lines to merge. */
async function compare(
  { db, engine }: DedicatedConnection,
  table: string,
  contents: FileContents,
  {
    covered,
    countStock,
    nameOf,
  }: { covered: CoveredFields; countStock: boolean; nameOf: (column: 'Handle') => string },
): Promise<{ report: ProductReport; changed: number[] }> {
  const report = emptyReport()
  const changedLines: number[] = []
  const sharedWithShop = new Map<string, string[]>()
  await inSlices(engine, contents.lines, async (lines) => {
    await reuseFetchedPictures(db, { table: sql.table(table), condition: sql`true` }, lines)
    for (const row of await compareRows(db, sql.table(table), covered, lines)) {
      if (row.is_incomplete) {
        const message = `There is no product with the handle “${row.handle}”; a new one needs a title and a price.`
        throw new RowError(row.line, nameOf('Handle'), message)
      }
      if (addToReport(report, row, countStock)) changedLines.push(row.line)
      const others = row.same_barcode.filter(({ handle }) => !contents.handles.has(handle)).map(({ name }) => name)
      if (row.barcode !== null && others.length > 0) sharedWithShop.set(row.barcode, others)
    }
  })
  addSharedBarcodes(report, contents.barcodes, sharedWithShop)
  return { report, changed: changedLines }
}

type Merging = ProductImportOptions & { covered: CoveredFields; report: ProductReport; contents: FileContents }

/** Merges the rows of these lines, one short transaction per slice. */
async function merge({ db, engine }: DedicatedConnection, staged: StagedSlice, merging: Merging) {
  const { onMerged, onBegun, onSlice, contents, report } = merging
  const counts = { added: 0, updated: 0 }
  if (staged.lines.length === 0) {
    if (onMerged) await inTransaction(db, (trx) => onMerged(trx, counts))
    return counts
  }
  let merged = 0
  try {
    await inSlices(engine, staged.lines, async (lines, { before, behind: remaining }) => {
      const slice = { staged: staged.staged, lines }
      const result = await inTransaction(db, async (trx) => {
        if (merging.covered.category) {
          await lockCategories(trx)
          // Again in each slice, because staff may have merged or deleted a category since.
          await addCategories(trx, contents.categories)
        }
        if (before === 0 && remaining > 0) await onBegun?.(trx)
        const merged = await mergeSlice(trx, slice, merging)
        const totals = { added: counts.added + merged.added, updated: counts.updated + merged.updated }
        if (remaining === 0) await onMerged?.(trx, totals)
        return { ...totals, stock: merged.stock }
      })
      Object.assign(counts, { added: result.added, updated: result.updated })
      for (const { from, to, ...product } of result.stock) {
        report.stockChanged.add({ ...product, note: describeStockChange(from, to) })
      }
      merged = before + lines.length
      onSlice?.(merged, staged.lines.length)
    })
  } catch (error) {
    if (merged === 0) throw error
    throw new ImportStoppedError(merged, staged.lines.length, error)
  }
  return counts
}

async function mergeSlice(
  trx: Transaction,
  slice: StagedSlice,
  { covered, countStock = false, actor, path }: Merging,
): Promise<{ added: number; updated: number; stock: StockChange[] }> {
  const known = await lockKnownProducts(trx, slice)
  const added = await addNewProducts(trx, slice)
  // Added by another import since the lock.
  if (known + added.length < slice.lines.length) await lockKnownProducts(trx, slice)
  if (added.length > 0) await replaceImages(trx, slice, added)
  const changed = await findChangedProducts(trx, slice, covered)
  if (changed.length > 0) {
    await keepVersions(trx, actor, { ids: changed, source: 'import', fileName: basename(path) }, async () => {
      await updateProducts(trx, slice, covered, changed)
      await replaceImages(trx, slice, changed)
      if (covered.type) await emptyFormerPackages(trx, slice)
    })
  }
  const updated = new Set(changed)
  const stock = countStock
    ? await countKnownProducts(trx, slice, { madeBy: formatActorName(actor), reason: 'product file' })
    : []
  for (const { id } of stock) updated.add(id)
  return { added: added.length, updated: updated.size, stock }
}
