import type { ProductContent } from '#domain/catalog/product-content.ts'
import { archiveOrDelete } from '#server/catalog/editing/archive-or-delete.ts'
import { lockProducts } from '#server/catalog/editing/lock-products.ts'
import { type ProductEdit, saveProducts } from '#server/catalog/editing/save-products.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { lockImport } from './product-import.queries.ts'
import {
  findFormerContents,
  findProductIdsOfLines,
  findRowsToUndo,
  recordUndo,
  reverseCounts,
  type UndoneRow,
} from './undo-import.queries.ts'

type Undo = { line: number; undo: 'undone' | 'archived' | 'refused' }

/**
 * Gives the products of these lines the content that they had before the import, as a new version. New products are
 * deleted, or archived if they have orders. A product that something else changed since the undo began stays as it is.
 */
export async function undoNextSlice(
  trx: Transaction,
  actor: Actor,
  id: number,
  lines: readonly number[],
): Promise<void> {
  const run = await lockImport(trx, id)
  if (run?.state !== 'undoing') return
  const products = await lockProducts(trx, await findProductIdsOfLines(trx, id, lines))
  const rows = await findRowsToUndo(trx, id, lines)
  const isSame = (row: UndoneRow) =>
    products.get(row.product_id)?.version === row.imported_version && !row.is_stock_gone
  const undone: Undo[] = rows.filter((row) => !isSame(row)).map(({ line }) => ({ line, undo: 'refused' }))
  const present = rows.filter(isSame)
  const options = { source: 'undo', fileName: run.file_name, isConfirmed: true } as const
  const changed = present.filter(({ outcome }) => outcome !== 'new')
  const contents = await findFormerContents(trx, changed)
  const { saved, refused } = await saveAccepted(trx, actor, changed, contents, options)
  for (const { line } of refused) undone.push({ line, undo: 'refused' })
  for (const { line } of saved) undone.push({ line, undo: 'undone' })
  await reverseCounts(
    trx,
    saved.filter(({ is_counted }) => is_counted),
    { madeBy: formatActorName(actor), reason: `Undone import of ${run.file_name}` },
  )
  for (const { line, product_id, imported_version } of present.filter(({ outcome }) => outcome === 'new')) {
    const isDeleted = await archiveOrDelete(
      trx,
      actor,
      { id: product_id, expectedVersion: imported_version },
      { source: 'undo', fileName: run.file_name },
    )
    undone.push({ line, undo: isDeleted ? 'undone' : 'archived' })
  }
  await recordUndo(trx, id, undone)
}

/** Saves the former contents of all rows whose content can still be saved. */
async function saveAccepted(
  trx: Transaction,
  actor: Actor,
  rows: readonly UndoneRow[],
  contents: ReadonlyMap<number, ProductContent>,
  options: Parameters<typeof saveProducts>[3],
): Promise<{ saved: UndoneRow[]; refused: UndoneRow[] }> {
  const edits = rows.flatMap((row): (ProductEdit & { row: UndoneRow })[] => {
    const changes = contents.get(row.product_id)
    return changes ? [{ id: row.product_id, expectedVersion: row.imported_version, changes, row }] : []
  })
  const saved = await saveProducts(trx, actor, edits, options)
  if (saved.ok) return { saved: [...rows], refused: [] }
  // Nothing was written: the others are saved without the refused ones.
  const refusedIndexes = new Set(saved.refusal.refusals.map(({ index }) => index))
  const accepted = edits.filter((_, index) => !refusedIndexes.has(index))
  const again = await saveProducts(trx, actor, accepted, options)
  if (!again.ok) throw new Error('a slice was refused twice')
  const refused = edits.filter((_, index) => refusedIndexes.has(index)).map(({ row }) => row)
  return { saved: rows.filter((row) => !refused.includes(row)), refused }
}
