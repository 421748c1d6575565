import { lockCategories } from '#server/catalog/categories/lock-categories.ts'
import { keepFirstVersions, keepVersions } from '#server/catalog/editing/keep-versions.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { compareRows } from './compare.queries.ts'
import { coveredFieldsOf } from './compare-product-import.ts'
import {
  findProductsOfLines,
  findSeenRows,
  type RowResult,
  recordResults,
  type SeenRow,
  stagedRowsOf,
} from './import-rows.queries.ts'
import {
  addCategories,
  addNewProducts,
  countKnownProducts,
  emptyFormerPackages,
  lockKnownProducts,
  replaceImages,
  type StagedSlice,
  updateProducts,
} from './merge.queries.ts'
import { lockImport } from './product-import.queries.ts'

/**
 * Writes the products of these lines. A product that changed since the preview is left as it is, unless the file would
 * not change it anyway. The import's row counts them in the same transaction, so that each is written once, however often
 * the job is interrupted.
 */
export async function importNextSlice(
  trx: Transaction,
  actor: Actor,
  id: number,
  slice: readonly number[],
): Promise<void> {
  const run = await lockImport(trx, id)
  if (run?.state !== 'importing') return
  // Another process may have written the first of them.
  const lines = slice.filter((line) => line > run.last_line)
  if (lines.length === 0) return
  const covered = coveredFieldsOf(run)
  const staged = stagedRowsOf(id)
  if (covered.category) await lockCategories(trx)
  await lockKnownProducts(trx, { staged, lines })
  const seen = new Map((await findSeenRows(trx, id, lines)).map((row) => [row.line, row]))
  const results = new Map<number, RowResult['result']>()
  const counted = new Set<number>()
  const toAdd: number[] = []
  const toUpdate: number[] = []
  for (const row of await compareRows(trx, staged, covered, lines)) {
    const before = seen.get(row.line)
    const isCounted = run.updates_stock && row.stock_differs && before?.stock_differs === true
    const isSame = before?.product_id === row.product_id && before.product_version === row.product_version
    const isRefused = row.is_incomplete || row.sale_price_above !== null
    if (row.is_known && row.changes.length === 0 && !isCounted) results.set(row.line, 'unchanged')
    else if (!isSame || isRefused) results.set(row.line, 'skipped')
    else {
      results.set(row.line, 'imported')
      if (!row.is_known) toAdd.push(row.line)
      else if (row.changes.length > 0) toUpdate.push(row.line)
      if (isCounted) counted.add(row.line)
    }
  }
  const written = (lines: readonly number[]): StagedSlice => ({ staged, lines })
  const categoryIds = covered.category ? await addCategories(trx, namedCategories(seen, [...toAdd, ...toUpdate])) : []
  const addedIds = new Set(await addNewProducts(trx, written(toAdd)))
  if (addedIds.size > 0) {
    await replaceImages(trx, written(toAdd), [...addedIds])
    await keepFirstVersions(trx, actor, { ids: [...addedIds], fileName: run.file_name })
  }
  const idsOf = async (lines: readonly number[]) =>
    new Map((await findProductsOfLines(trx, id, lines)).map((product) => [product.line, product]))
  const updated = [...(await idsOf(toUpdate)).values()].map((product) => product.id)
  if (updated.length > 0) {
    const update = written(toUpdate)
    await keepVersions(trx, actor, { ids: updated, source: 'import', fileName: run.file_name }, async () => {
      await updateProducts(trx, update, covered, updated)
      await replaceImages(trx, update, updated)
      if (covered.type) await emptyFormerPackages(trx, update)
    })
  }
  const reason = `Import of ${run.file_name}`
  const stock =
    counted.size > 0
      ? await countKnownProducts(trx, written([...counted]), { madeBy: formatActorName(actor), reason })
      : []
  const stockByLine = new Map(stock.map((change) => [change.line, change]))
  const products = await idsOf(lines)
  // Another transaction added the product in the meantime.
  for (const line of toAdd) if (!addedIds.has(products.get(line)?.id ?? 0)) results.set(line, 'skipped')
  const rows = lines.map((line): RowResult => {
    const result = results.get(line) ?? 'skipped'
    const product = products.get(line)
    const change = stockByLine.get(line)
    return {
      ...{ line, result, product_id: product?.id ?? null },
      imported_version: result === 'imported' ? (product?.version ?? null) : null,
      ...{ is_counted: change !== undefined, counted_from: change?.from ?? null },
    }
  })
  const imported = rows.filter(({ result }) => result === 'imported').length
  await recordResults(trx, id, rows, {
    added: addedIds.size,
    changed: imported - addedIds.size,
    skipped: rows.filter(({ result }) => result === 'skipped').length,
    categoryIds,
  })
}

/** Names of the rows' categories by slug, in the order of the lines. */
function namedCategories(seen: ReadonlyMap<number, SeenRow>, lines: readonly number[]): Map<string, string> {
  const categories = new Map<string, string>()
  for (const line of [...lines].sort((a, b) => a - b)) {
    const { category_slug: slug, category_name: name } = seen.get(line) ?? {}
    if (slug && name && !categories.has(slug)) categories.set(slug, name)
  }
  return categories
}
