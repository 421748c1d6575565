import { type RawBuilder, sql } from 'kysely'
import type { ImportNote } from '#contract/catalog/product-imports.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { StagedValue } from '#server/platform/database/staging.ts'
import type { FieldChange } from './compared-fields.ts'
import type { ImportOutcome, StoredRefusal } from './product-import.queries.ts'
import { STAGED_COLUMNS } from './product-row.ts'

export async function deleteImportRows(db: Database | Transaction, id: number): Promise<void> {
  await sql`delete from product_import_rows where import_id = ${id}`.execute(db)
}

/** The products of an import, as a staging table. */
export const stagedRowsOf = (id: number): RawBuilder<unknown> =>
  sql`(select * from product_import_rows where import_id = ${id} and kind is not null)`

export async function insertStagedRows(
  db: Database,
  id: number,
  rows: readonly (readonly StagedValue[])[],
): Promise<void> {
  if (rows.length === 0) return
  const names = Object.keys(STAGED_COLUMNS)
  const arrays = Object.values(STAGED_COLUMNS).map(
    (type, index) => sql`${rows.map((row) => row[index] ?? null)}::${sql.raw(type.split(' ')[0] ?? '')}[]`,
  )
  await sql`
    insert into product_import_rows (import_id, ${sql.join(names.map((name) => sql.id(name)))})
    select ${id}::int, staged.* from unnest(${sql.join(arrays)}) as staged`.execute(db)
}

export type RefusedRow = { line: number; handle: string; name: string; refusal: StoredRefusal }

export async function insertRefusedRows(db: Database, id: number, rows: readonly RefusedRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into product_import_rows (import_id, line, handle, name, outcome, refusal)
    select ${id}::int, line, handle, name, 'refused', refusal
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as refused (line int, handle text, name text, refusal jsonb)
    on conflict (import_id, line) do nothing`.execute(db)
}

export async function findStagedLines(db: Database, id: number): Promise<number[]> {
  const { rows } = await sql<{ line: number }>`
    select line from product_import_rows where import_id = ${id} and kind is not null order by line`.execute(db)
  return rows.map(({ line }) => line)
}

/** Finds the lines whose product was changed, added or deleted since they were compared with the shop. */
export async function findStaleLines(db: Database | Transaction, id: number, limit?: number): Promise<number[]> {
  const { rows } = await sql<{ line: number }>`
    select line from product_import_rows row left join products p on p.handle = row.handle
     where import_id = ${id} and row.kind is not null and row.outcome is not null
       and (p.id, p.version) is distinct from (row.product_id, row.product_version)
     order by line limit ${limit ?? null}::int`.execute(db)
  return rows.map(({ line }) => line)
}

export type ComparisonRow = {
  line: number
  outcome: ImportOutcome
  refusal: StoredRefusal | null
  changes: readonly FieldChange[]
  notes: readonly ImportNote[]
  stock_before: number | null
  stock_differs: boolean
  becomes_free: boolean
  product_id: number | null
  product_version: number | null
}

export async function recordComparison(db: Database, id: number, compared: readonly ComparisonRow[]): Promise<void> {
  await sql`
    update product_import_rows row
       set outcome = compared.outcome, refusal = compared.refusal, changes = compared.changes, notes = compared.notes,
         stock_before = compared.stock_before, stock_differs = compared.stock_differs, becomes_free = compared.becomes_free,
         product_id = compared.product_id, product_version = compared.product_version
      from jsonb_to_recordset(${JSON.stringify(compared)}::jsonb) as compared (line int, outcome text, refusal jsonb,
        changes jsonb, notes text[], stock_before int, stock_differs bool, becomes_free bool, product_id int,
        product_version int)
     where row.import_id = ${id} and row.line = compared.line`.execute(db)
}

/** Notes the barcodes that several products of the file have. */
export async function noteSharedBarcodes(db: Database, id: number): Promise<void> {
  await sql`
    update product_import_rows row set notes = array_append(notes, 'shared_barcode')
     where import_id = ${id} and outcome <> 'refused' and not notes @> '{shared_barcode}' and barcode in (
       select barcode from product_import_rows where import_id = ${id} and outcome <> 'refused' and barcode is not null
        group by barcode having count(*) > 1)`.execute(db)
}

/** Counts the rows by outcome and note, and makes former previews outdated. */
export async function countOutcomes(trx: Transaction, id: number): Promise<void> {
  await sql`
    update product_imports set comparison = comparison + 1, counts = counted.counts || jsonb_build_object(
        'others', (select count(*) from products) - counted.known,
        'notes', (select coalesce(jsonb_object_agg(note, rows), '{}') from (
          select note, count(*) as rows from product_import_rows, unnest(notes) as note
           where import_id = ${id} and outcome <> 'refused' group by note) noted))
      from (
        select count(product_id) as known, jsonb_build_object(
            'new', count(*) filter (where outcome = 'new'),
            'changed', count(*) filter (where outcome = 'changed'),
            'unchanged', count(*) filter (where outcome = 'unchanged'),
            'refused', count(*) filter (where outcome = 'refused'),
            'stock_differs', count(*) filter (where stock_differs and outcome <> 'refused'),
            'only_stock_differs', count(*) filter (where stock_differs and outcome = 'unchanged')) as counts
          from product_import_rows where import_id = ${id}) counted
     where id = ${id}`.execute(trx)
}

/** Rows that an import writes: new and changed ones, and those whose stock it counts. */
const toImport = (updatesStock: boolean) =>
  sql`(outcome in ('new', 'changed') or (${updatesStock}::bool and stock_differs and outcome <> 'refused'))`

export async function findLinesToImport(
  db: Database | Transaction,
  id: number,
  { after, updatesStock }: { after: number; updatesStock: boolean },
): Promise<number[]> {
  const { rows } = await sql<{ line: number }>`
    select line from product_import_rows
     where import_id = ${id} and line > ${after} and ${toImport(updatesStock)} order by line`.execute(db)
  return rows.map(({ line }) => line)
}

export type SeenRow = {
  line: number
  outcome: ImportOutcome
  product_id: number | null
  product_version: number | null
  stock_differs: boolean
  category_slug: string | null
  category_name: string | null
}

export async function findSeenRows(trx: Transaction, id: number, lines: readonly number[]): Promise<SeenRow[]> {
  const { rows } = await sql<SeenRow>`
    select line, outcome, product_id, product_version, stock_differs, category_slug, category_name
      from product_import_rows where import_id = ${id} and line = any(${lines}::int[]) order by line`.execute(trx)
  return rows
}

/** Finds the products of these lines, as they are now. */
export async function findProductsOfLines(
  trx: Transaction,
  id: number,
  lines: readonly number[],
): Promise<{ line: number; id: number; version: number }[]> {
  const { rows } = await sql<{ line: number; id: number; version: number }>`
    select row.line, p.id, p.version from product_import_rows row join products p on p.handle = row.handle
     where import_id = ${id} and row.line = any(${lines}::int[])`.execute(trx)
  return rows
}

export type RowResult = {
  line: number
  result: 'imported' | 'unchanged' | 'skipped'
  product_id: number | null
  imported_version: number | null
  is_counted: boolean
  counted_from: number | null
}

/** Records what a slice did, up to its last line. */
export async function recordResults(
  trx: Transaction,
  id: number,
  results: readonly RowResult[],
  counts: { added: number; changed: number; skipped: number; categoryIds: readonly number[] },
): Promise<void> {
  await sql`
    update product_import_rows row
       set result = done.result, product_id = coalesce(done.product_id, row.product_id),
         imported_version = done.imported_version, is_counted = done.is_counted, counted_from = done.counted_from
      from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
        as done (line int, result text, product_id int, imported_version int, is_counted bool, counted_from int)
     where row.import_id = ${id} and row.line = done.line`.execute(trx)
  await sql`
    update product_imports set done = done + ${results.length}, last_line = ${results.at(-1)?.line ?? 0},
        added = added + ${counts.added}, changed = changed + ${counts.changed}, skipped = skipped + ${counts.skipped},
        category_ids = category_ids || ${counts.categoryIds}::int[]
     where id = ${id}`.execute(trx)
}

export type ListedRow = {
  line: number
  handle: string
  name: string | null
  outcome: ImportOutcome
  product_id: number | null
  price_cents: number | null
  changes: FieldChange[]
  notes: ImportNote[]
  refusal: StoredRefusal | null
  stock: number | null
  stock_before: number | null
  stock_differs: boolean
  result: 'imported' | 'unchanged' | 'skipped' | null
  undo: 'undone' | 'archived' | 'refused' | null
}

export type RowFilter = {
  outcome?: ImportOutcome | undefined
  note?: ImportNote | undefined
  result?: 'imported' | 'skipped' | undefined
  undo?: 'archived' | 'refused' | undefined
  /** Counts rows as changed whose stock alone differs. */
  countsStock: boolean
}

export async function findImportRows(
  db: Database,
  id: number,
  { outcome, note, result, undo, countsStock }: RowFilter,
  { after, limit }: { after: number; limit: number },
): Promise<ListedRow[]> {
  const shownOutcome = sql`case when ${countsStock} and row.stock_differs and row.outcome = 'unchanged'
    then 'changed' else row.outcome end`
  const conditions = [
    sql`import_id = ${id} and line > ${after} and row.outcome is not null`,
    ...(outcome ? [sql`${shownOutcome} = ${outcome}`] : []),
    ...(note ? [sql`row.outcome <> 'refused' and notes @> array[${note}::text]`] : []),
    ...(result ? [sql`result = ${result}`] : []),
    ...(undo ? [sql`undo = ${undo}`] : []),
  ]
  const { rows } = await sql<ListedRow>`
    select line, row.handle, coalesce(row.name, p.name) as name, ${shownOutcome} as outcome,
      p.id as product_id, row.price_cents, changes, notes, refusal, row.stock, stock_before, stock_differs, result, undo
      from product_import_rows row left join products p on p.id = row.product_id
     where ${sql.join(conditions, sql` and `)} order by line limit ${limit}`.execute(db)
  return rows
}
