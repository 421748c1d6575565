import { sql } from 'kysely'
import type { ProductContent } from '#domain/catalog/product-content.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { ImportOutcome } from './product-import.queries.ts'

/** Undoing this stock would take away pieces that were sold since, or the product is counted or not counted since. */
const STOCK_IS_GONE = sql`row.is_counted and case
  when row.stock is null then p.stock is not null
  when row.counted_from is null then p.stock is null
  else p.stock is null or p.stock - (row.stock - row.counted_from) < 0 end`

/** Finds products that something else changed since the import; `count` is of all of them. */
export async function findChangedSince(
  trx: Transaction,
  id: number,
  limit: number,
): Promise<{ count: number; names: string[] }> {
  const { rows } = await sql<{ count: number; name: string }>`
    select count(*) over ()::int as count, coalesce(p.name, row.name, row.handle) as name
      from product_import_rows row left join products p on p.id = row.product_id
     where import_id = ${id} and result = 'imported' and undo is null
       and (p.version is distinct from row.imported_version or ${STOCK_IS_GONE})
     order by line limit ${limit}`.execute(trx)
  return { count: rows[0]?.count ?? 0, names: rows.map(({ name }) => name) }
}

export type UndoCounts = { undo_archived: number; undo_refused: number }

export async function findUndoCounts(db: Database, id: number): Promise<UndoCounts> {
  const { rows } = await sql<UndoCounts>`
    select count(*) filter (where undo = 'archived')::int as undo_archived,
        count(*) filter (where undo = 'refused')::int as undo_refused
      from product_import_rows where import_id = ${id} and undo is not null`.execute(db)
  return rows[0] ?? { undo_archived: 0, undo_refused: 0 }
}

export async function findLinesToUndo(db: Database | Transaction, id: number): Promise<number[]> {
  const { rows } = await sql<{ line: number }>`
    select line from product_import_rows
     where import_id = ${id} and result = 'imported' and undo is null order by line`.execute(db)
  return rows.map(({ line }) => line)
}

export type UndoneRow = {
  line: number
  outcome: ImportOutcome
  product_id: number
  product_version: number | null
  imported_version: number
  is_counted: boolean
  counted_from: number | null
  counted_to: number | null
  is_stock_gone: boolean
}

/** The caller has locked the products. */
export async function findRowsToUndo(trx: Transaction, id: number, lines: readonly number[]): Promise<UndoneRow[]> {
  const { rows } = await sql<UndoneRow>`
    select line, outcome, product_id, product_version, imported_version, is_counted, counted_from, row.stock as counted_to,
        coalesce(${STOCK_IS_GONE}, false) as is_stock_gone
      from product_import_rows row left join products p on p.id = row.product_id
     where import_id = ${id} and line = any(${lines}::int[]) and result = 'imported' and undo is null
     order by line`.execute(trx)
  return rows
}

export async function findProductIdsOfLines(trx: Transaction, id: number, lines: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`
    select product_id from product_import_rows
     where import_id = ${id} and line = any(${lines}::int[]) and product_id is not null`.execute(trx)
  return rows.map(({ product_id }) => product_id)
}

/**
 * Books the opposite of the counts: the pieces that came or went since stay booked. A product that was not counted
 * before is no longer counted; one that the import stopped counting has its former number again.
 */
export async function reverseCounts(
  trx: Transaction,
  undone: readonly UndoneRow[],
  { madeBy, reason }: { madeBy: string; reason: string },
): Promise<void> {
  const uncounted = undone.filter(({ counted_from }) => counted_from === null).map(({ product_id }) => product_id)
  if (uncounted.length > 0) {
    await sql`update products set stock = null, updated_at = now() where id = any(${uncounted}::int[])`.execute(trx)
  }
  const counted = undone.filter(({ counted_from }) => counted_from !== null)
  if (counted.length === 0) return
  await sql`
    insert into stock_movements (product_id, quantity, kind, reason, made_by)
    select p.id, case when undone.counted_to is null
        then undone.counted_from - coalesce((select sum(quantity) from stock_movements where product_id = p.id), 0)
        else undone.counted_from - undone.counted_to end, 'count', ${reason}, ${madeBy}
      from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as undone (product_id int, counted_from int, counted_to int)
      join products p on p.id = undone.product_id
     order by p.id`.execute(trx)
}

export async function recordUndo(
  trx: Transaction,
  id: number,
  undone: readonly { line: number; undo: 'undone' | 'archived' | 'refused' }[],
): Promise<void> {
  await sql`
    update product_import_rows row set undo = done.undo
      from jsonb_to_recordset(${JSON.stringify(undone)}::jsonb) as done (line int, undo text)
     where row.import_id = ${id} and row.line = done.line`.execute(trx)
  await sql`update product_imports set done = done + ${undone.length} where id = ${id}`.execute(trx)
}

/** Finds the contents that products had before the import, of those that it changed. */
export async function findFormerContents(
  trx: Transaction,
  undone: readonly UndoneRow[],
): Promise<Map<number, ProductContent>> {
  const changed = undone.filter(({ product_version, imported_version }) => product_version !== imported_version)
  const { rows } = await sql<{ product_id: number; content: ProductContent }>`
    select product_id, content from product_versions
     where (product_id, version) in (
       select * from unnest(${changed.map((row) => row.product_id)}::int[], ${changed.map((row) => row.product_version)}::int[]))`.execute(
    trx,
  )
  return new Map(rows.map(({ product_id, content }) => [product_id, content]))
}
