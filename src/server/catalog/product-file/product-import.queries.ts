import { sql } from 'kysely'
import type { ImportNote } from '#contract/catalog/product-imports.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import type { Column } from './columns.ts'

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

export async function deleteImport(trx: Transaction, id: number): Promise<void> {
  await sql`delete from product_imports where id = ${id}`.execute(trx)
}

export async function deleteOldImports(db: Database, days: number): Promise<string[]> {
  const { rows } = await sql<{ file: string | null }>`
    delete from product_imports where requested_at < now() - make_interval(days => ${days}::int)
       and state not in ('importing', 'undoing') and not fetches_pictures
    returning file`.execute(db)
  return rows.flatMap(({ file }) => file ?? [])
}
