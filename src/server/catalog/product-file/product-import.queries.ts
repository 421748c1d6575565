import { type RawBuilder, sql } from 'kysely'
import type { ImportNote } from '#contract/catalog/product-imports.ts'
import type { ProductContent } from '#domain/catalog/product-content.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { StagedValue } from '#server/platform/database/staging.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import type { Column } from './columns.ts'
import type { FieldChange } from './compared-fields.ts'
import { STAGED_COLUMNS } from './product-row.ts'

export type ImportState = 'reading' | 'ready' | 'refused' | 'importing' | 'imported' | 'undoing' | 'undone' | 'failed'
export type StoredRefusal = { line: number; column: string | null; message: string }
export type ImportOutcome = 'new' | 'changed' | 'unchanged' | 'refused'

export type ImportCounts = Record<ImportOutcome | 'stock_differs' | 'only_stock_differs' | 'others', number> & {
  notes: Partial<Record<ImportNote, number>>
}

export type ImportRun = {
  id: number
  file_name: string
  file: string | null
  bytes: number
  state: ImportState
  /** Names in the file by column. */
  columns: Partial<Record<Column, string>>
  ignored_columns: string[]
  refusal: StoredRefusal | null
  comparison: number
  /** Empty until the file was compared. */
  counts: Partial<ImportCounts>
  updates_stock: boolean
  confirmed: boolean
  done: number
  total: number
  last_line: number
  added: number
  changed: number
  skipped: number
  category_ids: number[]
  requested_by: string
  requested_by_id: StaffId
  requested_at: Date
  acted_by_id: StaffId | null
  ended_at: Date | null
  fetches_pictures: boolean
}

const columns = sql`id, file_name, file, bytes::float8 as bytes, state, columns, ignored_columns, refusal, comparison, counts,
  updates_stock, confirmed, done::float8 as done, total::float8 as total, last_line, added, changed, skipped, category_ids,
  requested_by, requested_by_id, requested_at, acted_by_id, ended_at, fetches_pictures`

export async function insertImport(
  trx: Transaction,
  { fileName, file, bytes, by, byId }: { fileName: string; file: string; bytes: number; by: string; byId: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into product_imports (file_name, file, bytes, total, requested_by, requested_by_id, acted_by_id)
    values (${fileName}, ${file}, ${bytes}, ${bytes}, ${by}, ${byId}, ${byId}) returning id`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('insert returned no row')
  return row.id
}

export async function findImport(db: Database | Transaction, id: number): Promise<ImportRun | undefined> {
  const { rows } = await sql<ImportRun>`select ${columns} from product_imports where id = ${id}`.execute(db)
  return rows[0]
}

export async function lockImport(trx: Transaction, id: number): Promise<ImportRun | undefined> {
  const { rows } = await sql<ImportRun>`select ${columns} from product_imports where id = ${id} for update`.execute(trx)
  return rows[0]
}

export async function findImports(db: Database, limit: number): Promise<ImportRun[]> {
  const { rows } = await sql<ImportRun>`
    select ${columns} from product_imports order by id desc limit ${limit}`.execute(db)
  return rows
}

export async function findOpenImports(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from product_imports where state in ('reading', 'importing', 'undoing') order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Begins the next step of an import, with its progress at zero. */
export async function setImportState(
  trx: Transaction,
  id: number,
  {
    state,
    total = 0,
    byId,
    choices,
    refusal,
  }: {
    state: ImportState
    total?: number
    byId?: number
    choices?: { updatesStock: boolean; isConfirmed: boolean }
    refusal?: StoredRefusal
  },
): Promise<void> {
  await sql`
    update product_imports set state = ${state}, done = 0, total = ${total}, last_line = 0,
        ended_at = case when ${['reading', 'ready', 'importing', 'undoing'].includes(state)} then null else now() end,
        acted_by_id = coalesce(${byId ?? null}::int, acted_by_id),
        updates_stock = coalesce(${choices?.updatesStock ?? null}::bool, updates_stock),
        confirmed = coalesce(${choices?.isConfirmed ?? null}::bool, confirmed),
        refusal = coalesce(${refusal ? JSON.stringify(refusal) : null}::jsonb, refusal)
     where id = ${id}`.execute(trx)
}

export async function setProgress(db: Database | Transaction, id: number, done: number, total?: number): Promise<void> {
  await sql`update product_imports set done = ${Math.floor(done)}, total = coalesce(${total ?? null}::bigint, total)
     where id = ${id}`.execute(db)
}

export async function forgetFile(trx: Transaction, id: number): Promise<void> {
  await sql`update product_imports set file = null where id = ${id}`.execute(trx)
}

export async function setColumns(
  db: Database,
  id: number,
  { names, ignored }: { names: Partial<Record<Column, string>>; ignored: readonly string[] },
): Promise<void> {
  await sql`
    update product_imports set columns = ${JSON.stringify(names)}::jsonb, ignored_columns = ${ignored}::text[]
     where id = ${id}`.execute(db)
}

export async function deleteImportRows(db: Database | Transaction, id: number): Promise<void> {
  await sql`delete from product_import_rows where import_id = ${id}`.execute(db)
}

export async function deleteImport(trx: Transaction, id: number): Promise<void> {
  await sql`delete from product_imports where id = ${id}`.execute(trx)
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

export async function deleteOldImports(db: Database, days: number): Promise<string[]> {
  const { rows } = await sql<{ file: string | null }>`
    delete from product_imports where requested_at < now() - make_interval(days => ${days}::int)
       and state not in ('importing', 'undoing') and not fetches_pictures
    returning file`.execute(db)
  return rows.flatMap(({ file }) => file ?? [])
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
