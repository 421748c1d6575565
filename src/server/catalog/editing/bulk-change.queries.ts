import { type RawBuilder, sql } from 'kysely'
import type { ProductSelection } from '#contract/catalog/bulk-changes.ts'
import type { BulkChange, BulkFacts, BulkRefusal } from '#domain/catalog/bulk-change.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import { buildProductConditions } from './list-managed.queries.ts'
import type { ProductRefusal } from './save-products.ts'

/** Products in the order of their ids, with their versions. */
export type SelectedProducts = { ids: number[]; versions: number[] }
export type RefusedProduct = { product_id: number; name: string; code: (ProductRefusal | BulkRefusal)['code'] }

export type BulkRunRow = {
  id: number
  change: BulkChange
  state: 'running' | 'done' | 'failed'
  total: number
  done: number
  changed: number
  refused: number
  refusals: RefusedProduct[]
  requested_by: string
  requested_by_id: StaffId
  requested_at: Date
  ended_at: Date | null
}

/** Conditions on a row `p` of `products`. */
export const buildSelectionConditions = (selection: ProductSelection, lowStockBelow: number): RawBuilder<unknown>[] =>
  'product_ids' in selection
    ? [sql`p.id = any(${selection.product_ids}::int[])`]
    : buildProductConditions(selection.filter, lowStockBelow)

export async function findSelected(
  db: Database | Transaction,
  conditions: readonly RawBuilder<unknown>[],
): Promise<SelectedProducts> {
  const { rows } = await sql<SelectedProducts>`
    select coalesce(array_agg(p.id order by p.id), '{}') as ids,
      coalesce(array_agg(p.version order by p.id), '{}') as versions
      from products p where ${sql.join([...conditions], sql` and `)}`.execute(db)
  const [selected] = rows
  if (!selected) throw new Error('aggregate returned no row')
  return selected
}

export type BulkFactsRow = BulkFacts & { id: number; version: number; name: string }

export async function findBulkFacts(db: Database, ids: readonly number[]): Promise<BulkFactsRow[]> {
  const { rows } = await sql<BulkFactsRow>`
    select id, version, name, status, category_id, vendor, pv, price_cents, sale_price_cents from products
     where id = any(${ids}::int[]) order by id`.execute(db)
  return rows
}

/** Returns the run's id; undefined while another one is running. */
export async function insertBulkRun(
  trx: Transaction,
  {
    change,
    isConfirmed,
    selected,
    by,
    byId,
  }: {
    change: BulkChange
    isConfirmed: boolean
    selected: SelectedProducts
    by: string
    byId: number
  },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into product_bulk_runs (change, confirmed, product_ids, versions, total, requested_by, requested_by_id)
    values (${JSON.stringify(change)}::jsonb, ${isConfirmed}, ${selected.ids}::int[], ${selected.versions}::int[],
      ${selected.ids.length}, ${by}, ${byId})
    on conflict do nothing returning id`.execute(trx)
  return rows[0]?.id
}

const columns = sql`id, change, state, total, done, changed, refused, refusals, requested_by, requested_by_id,
  requested_at, ended_at`

export async function findBulkRun(db: Database | Transaction, id: number): Promise<BulkRunRow | undefined> {
  const { rows } = await sql<BulkRunRow>`select ${columns} from product_bulk_runs where id = ${id}`.execute(db)
  return rows[0]
}

/** The running one and those that ended within an hour, newest first. */
export async function findRecentBulkRuns(db: Database): Promise<BulkRunRow[]> {
  const { rows } = await sql<BulkRunRow>`
    select ${columns} from product_bulk_runs where ended_at is null or ended_at > now() - interval '1 hour'
     order by id desc limit 5`.execute(db)
  return rows
}

export async function findOpenBulkRuns(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from product_bulk_runs where ended_at is null`.execute(db)
  return rows.map(({ id }) => id)
}

export type BulkSlice = SelectedProducts & { change: BulkChange; confirmed: boolean; done: number; total: number }

/** Locks a run that has not ended, and returns its next products. */
export async function lockNextSlice(trx: Transaction, id: number, size: number): Promise<BulkSlice | undefined> {
  const { rows } = await sql<BulkSlice>`
    select change, confirmed, done, total, product_ids[done + 1 : done + ${size}::int] as ids,
      versions[done + 1 : done + ${size}::int] as versions
      from product_bulk_runs where id = ${id} and ended_at is null for update`.execute(trx)
  return rows[0]
}

const MAX_NAMED_REFUSALS = 100

export async function recordSlice(
  trx: Transaction,
  id: number,
  { handled, changed, refusals }: { handled: number; changed: number; refusals: readonly RefusedProduct[] },
): Promise<void> {
  await sql`
    update product_bulk_runs set done = done + ${handled}, changed = changed + ${changed},
        refused = refused + ${refusals.length},
        refusals = case when jsonb_array_length(refusals) >= ${MAX_NAMED_REFUSALS}::int then refusals
          else refusals || ${JSON.stringify(refusals)}::jsonb end
     where id = ${id}`.execute(trx)
}

export async function endBulkRun(trx: Transaction, id: number, state: 'done' | 'failed'): Promise<void> {
  await sql`
    update product_bulk_runs set state = ${state}, ended_at = now(), product_ids = '{}', versions = '{}'
     where id = ${id} and ended_at is null`.execute(trx)
}

export async function deleteOldBulkRuns(db: Database, days: number): Promise<void> {
  await sql`delete from product_bulk_runs where ended_at < now() - make_interval(days => ${days}::int)`.execute(db)
}
