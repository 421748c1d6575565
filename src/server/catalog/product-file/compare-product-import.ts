import { sql } from 'kysely'
import type { ImportNote } from '#contract/catalog/product-imports.ts'
import { cents, formatCents } from '#domain/money/money.ts'
import { inSlices } from '#server/platform/database/in-slices.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { type Column, findCoveredFields } from './columns.ts'
import { type ComparedRow, compareRows } from './compare.queries.ts'
import { reuseFetchedPictures } from './import-picture.queries.ts'
import {
  type ComparisonRow,
  countOutcomes,
  findStaleLines,
  noteSharedBarcodes,
  recordComparison,
  stagedRowsOf,
} from './import-rows.queries.ts'
import { findImport, type ImportRun, lockImport, setProgress } from './product-import.queries.ts'

type CompareServices = Pick<Services, 'db' | 'connection'>

export const coveredFieldsOf = ({ columns }: Pick<ImportRun, 'columns'>) =>
  findCoveredFields((column) => columns[column] !== undefined)

/** Compares rows with the shop and records what would change. Returns false if it was stopped. */
export async function compareLines(
  { db, connection }: CompareServices,
  id: number,
  lines: readonly number[],
  stopping?: AbortSignal,
): Promise<boolean> {
  const run = await findImport(db, id)
  if (run?.state !== 'reading' && run?.state !== 'ready') return false
  const covered = coveredFieldsOf(run)
  const table = { table: sql.table('product_import_rows'), condition: sql`import_id = ${id}` }
  await inSlices(connection.engine, lines, async (slice, { before }) => {
    if (stopping?.aborted) return
    await inTransaction(db, async (trx) => {
      // Once it is started, the rows stay as staff saw them.
      if ((await lockImport(trx, id))?.state !== run.state) return
      await reuseFetchedPictures(trx, table, slice)
      const rows = await compareRows(trx, stagedRowsOf(id), covered, slice)
      await recordComparison(
        trx,
        id,
        rows.map((row) => toComparison(row, (column) => run.columns[column] ?? column)),
      )
      if (run.state === 'reading') await setProgress(trx, id, run.total / 2 + (run.total / 2) * (before / lines.length))
    })
  })
  return stopping?.aborted !== true
}

/**
 * Compares the rows again whose product was changed, added or deleted since, of an import that was not started. A former
 * preview is then outdated.
 */
export async function compareStaleLines(services: CompareServices, id: number): Promise<void> {
  const { db } = services
  if ((await findImport(db, id))?.state !== 'ready') return
  const lines = await findStaleLines(db, id)
  if (lines.length === 0) return
  await compareLines(services, id, lines)
  await inTransaction(db, async (trx) => {
    if ((await lockImport(trx, id))?.state !== 'ready') return
    await noteSharedBarcodes(trx, id)
    await countOutcomes(trx, id)
  })
}

function toComparison(row: ComparedRow, nameOf: (column: Column) => string): ComparisonRow {
  const refusal = findRefusal(row, nameOf)
  return {
    line: row.line,
    outcome: refusal ? 'refused' : !row.is_known ? 'new' : row.changes.length > 0 ? 'changed' : 'unchanged',
    refusal: refusal ? { line: row.line, ...refusal } : null,
    changes: refusal ? [] : row.changes,
    notes: listNotes(row),
    stock_before: row.stock,
    stock_differs: row.stock_differs,
    becomes_free: row.becomes_free,
    product_id: row.product_id,
    product_version: row.product_version,
  }
}

function findRefusal(row: ComparedRow, nameOf: (column: Column) => string) {
  if (row.is_incomplete) {
    return {
      column: nameOf('Handle'),
      message: `There is no product with the handle “${row.handle}”; a new one needs a title and a price.`,
    }
  }
  if (row.sale_price_above !== null) {
    return {
      column: nameOf('Variant Price'),
      message: `The price must be above the product’s sale price of ${formatCents(cents(row.sale_price_above))}.`,
    }
  }
  return undefined
}

/** Only of products for sale, except for barcodes. */
function listNotes(row: ComparedRow): ImportNote[] {
  const isForSale = row.active
  const notes: [ImportNote, boolean][] = [
    ['becomes_free', row.becomes_free],
    ['sold_out', isForSale && row.stock === 0],
    ['no_category', isForSale && !row.has_category],
    ['no_picture', isForSale && row.pictures === 'none'],
    ['picture_address', isForSale && row.pictures === 'address'],
    ['shared_barcode', row.same_barcode.length > 0],
  ]
  return notes.flatMap(([note, applies]) => (applies ? [note] : []))
}
