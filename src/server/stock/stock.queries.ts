import { sql } from 'kysely'
import { listBarcodeSpellings } from '#domain/stock/barcode.ts'
import { foldForSearch } from '#domain/text/search-fold.ts'
import { availableStock, type ScarcestPart, scarcestPart } from '#server/platform/database/available-stock.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { countUpTo } from '#server/platform/database/count-up-to.ts'
import type { OrderId, ProductId } from '#server/platform/database/tables.generated.ts'

export type LockedStock = {
  /** On hand; null if not tracked. */
  stock: number | null
  /** Sum of the product's movements, even while it is not tracked. */
  moved: number
  has_contents: boolean
  version: string
}

/** Changes with every movement of a product's stock, and when a product import starts or stops tracking it. */
const stockVersion = (product: string) => sql`
  (select coalesce(max(id), 0) from stock_movements where product_id = ${sql.ref(product)}.id)
    || case when ${sql.ref(product)}.stock is null then ' untracked' else '' end`

/** Locks the product's stock against orders and other movements until the transaction ends. */
export async function lockStock(trx: Transaction, productId: number): Promise<LockedStock | undefined> {
  // Needs two statements, so that the sum is computed after waiting for the lock.
  const locked = await sql`select from products where id = ${productId} for no key update`.execute(trx)
  if (locked.rows.length === 0) return undefined
  const { rows } = await sql<LockedStock>`
    select stock, exists (select from package_contents where package_id = id) as has_contents,
        ${stockVersion('products')} as version,
        (select coalesce(sum(quantity), 0)::int from stock_movements where product_id = products.id) as moved
      from products where id = ${productId}`.execute(trx)
  return rows[0]
}

export async function insertAdjustment(
  trx: Transaction,
  adjustment: { productId: number; kind: string; quantity: number; reason: string; madeBy: string },
): Promise<void> {
  await sql`insert into stock_movements (product_id, quantity, kind, reason, made_by)
    values (${adjustment.productId}, ${adjustment.quantity}, ${adjustment.kind}, ${adjustment.reason}, ${adjustment.madeBy})`.execute(
    trx,
  )
}

export type StockMovementRow = {
  id: number
  made_at: Date
  kind: string
  quantity: number
  /** Stock after this movement. */
  on_hand: number
  order_id: OrderId | null
  reason: string | null
  made_by: string
}

export type StockedProduct = { id: ProductId; handle: string; sku: string; name: string; available: number | null }

export type StockListRow = StockedProduct & {
  active: boolean
  has_contents: boolean
  stock: number | null
  scarcest: ScarcestPart | null
  low: boolean
  version: string
}

const selectStockRows = (low: number) => sql`
  select id, handle, sku, name, active, stock, available, active and coalesce(available < ${low}, false) as low,
    exists (select from package_contents where package_id = id) as has_contents, ${scarcestPart('products')} as scarcest,
    ${stockVersion('products')} as version
    from (select products.*, ${availableStock('products')} as available from products) products`

export async function findStock(db: Database, id: number, low: number): Promise<StockListRow | undefined> {
  const { rows } = await sql<StockListRow>`${selectStockRows(low)} where id = ${id}`.execute(db)
  return rows[0]
}

/** Finds a page of products matching a search, by ID; all for an empty search. */
export async function findStockList(
  db: Database,
  { search, low, after, limit }: { search: string; low: number; after: number; limit: number },
): Promise<StockListRow[]> {
  const pattern = `%${foldForSearch(search)
    .trim()
    .replaceAll(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<StockListRow>`
    ${selectStockRows(low)} where id > ${after}
      and (normalize_for_search(name) like ${pattern} or normalize_for_search(sku) like ${pattern} or handle = ${search} or id::text = ${search}
        or barcode = any(${listBarcodeSpellings(search)}::text[]))
     order by id limit ${limit}`.execute(db)
  return rows
}

const selectScarce = (low: number) => sql`from (${selectStockRows(low)}) listed where low`

/** Finds a page of scarce products for sale, the scarcest first, after a stock and ID. */
export async function findScarce(
  db: Database,
  low: number,
  { after, limit }: { after: { available: number; id: number }; limit: number },
): Promise<StockListRow[]> {
  const { rows } = await sql<StockListRow>`
    select * ${selectScarce(low)} and (available, id) > (${after.available}::int, ${after.id}::int)
     order by available, id limit ${limit}`.execute(db)
  return rows
}

export const countScarce = (db: Database, low: number): Promise<number> => countUpTo(db, selectScarce(low))

/** Finds a page of a product's movements, newest first. `number` counts its movements from the first. */
export async function findMovementsBefore(
  db: Database,
  productId: number,
  { before, limit }: { before: number; limit: number },
): Promise<(StockMovementRow & { number: number })[]> {
  const { rows } = await sql<StockMovementRow & { number: number }>`
    select * from (
      select id, made_at, kind, quantity, (sum(quantity) over oldest_first)::int as on_hand, order_id, reason, made_by,
        (row_number() over oldest_first)::int as number
        from stock_movements where product_id = ${productId} window oldest_first as (order by made_at, id)) numbered
     where number < ${before} order by number desc limit ${limit}`.execute(db)
  return rows
}

export type DueCount = {
  package_id: ProductId
  package_name: string
  /** Pieces of the package written off since its component was last counted. */
  written_off: number
  product_id: ProductId
  product_name: string
  stock: number | null
  version: string
}

const dueCounts = sql`from stock_movements gone
      join products package on package.id = gone.product_id
      join package_contents content on content.package_id = package.id
      join products part on part.id = content.product_id
     where gone.kind = 'write_off' and not exists (
       select from stock_movements counted where counted.product_id = part.id and counted.kind = 'count' and counted.id > gone.id)`

/** Counts the products that {@link findDueCounts} returns. */
export const countDueProducts = (db: Database): Promise<number> => countUpTo(db, sql`distinct part.id ${dueCounts}`)

/**
 * Finds components to count because packages containing them were written off after the component's last count. An
 * untracked component never runs out, so it needs no count.
 */
export async function findDueCounts(db: Database): Promise<DueCount[]> {
  const { rows } = await sql<DueCount>`
    select package.id as package_id, package.name as package_name, -sum(gone.quantity)::int as written_off,
        part.id as product_id, part.name as product_name, part.stock, ${stockVersion('part')} as version
      ${dueCounts}
     group by package.id, part.id, content.position order by package.id, content.position`.execute(db)
  return rows
}
