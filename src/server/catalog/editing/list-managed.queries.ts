import { type RawBuilder, sql } from 'kysely'
import type { productIssues, productSorts } from '#contract/catalog/admin-calls.ts'
import type { ProductStatus } from '#domain/catalog/product-content.ts'
import { listBarcodeSpellings } from '#domain/stock/barcode.ts'
import { foldForSearch } from '#domain/text/search-fold.ts'
import { availableStock } from '#server/platform/database/available-stock.ts'
import type { Database } from '#server/platform/database/connection.ts'

export type ProductFilter = {
  search: string
  status?: ProductStatus | undefined
  /** 0: without a category. */
  category_id?: number | undefined
  kind?: 'product' | 'package' | undefined
  vendor?: string | undefined
  issue?: (typeof productIssues)[number] | undefined
}
export type ProductSort = (typeof productSorts)[number]

export type ListedProductRow = {
  id: number
  version: number
  name: string
  kind: 'product' | 'package'
  status: ProductStatus
  active: boolean
  category_id: number | null
  category: string | null
  vendor: string
  sku: string
  barcode: string | null
  shelf: string
  price_cents: number
  selling_price_cents: number
  compare_at_cents: number | null
  pv: number
  weight_grams: number
  stock: number | null
  image: { file: string; alt: string } | null
  /** Text of the sort key, for the cursor. */
  sort_key: string
}

type SortColumn = 'name' | 'price' | 'pv' | 'stock' | 'updated'
type SortKey = { key: RawBuilder<unknown>; text?: RawBuilder<string>; toKey: (text: string) => RawBuilder<unknown> }

const toColumn = (sort: ProductSort): SortColumn => sort.replace('-', '') as SortColumn
const toInt = (text: string) => sql`${Number(text)}::int`

function buildSortKey(sort: ProductSort): SortKey {
  switch (toColumn(sort)) {
    case 'name':
      return { key: sql`p.name`, toKey: (text) => sql`${text}::text` }
    case 'price':
      return { key: sql`p.price_cents`, toKey: toInt }
    case 'pv':
      return { key: sql`p.pv`, toKey: toInt }
    case 'stock': {
      // Products that are not tracked come last in both directions.
      const last = sort.startsWith('-') ? sql`-1` : sql`2147483647`
      return { key: sql`coalesce(${availableStock('p')}, ${last})`, toKey: toInt }
    }
    case 'updated':
      return {
        key: sql`p.updated_at`,
        text: sql`(extract(epoch from p.updated_at) * 1000000)::bigint::text`,
        toKey: (text) => sql`timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond'`,
      }
  }
}

/** Whether a cursor can contain the text as the key of a sort. */
export function isSortKey(sort: ProductSort, text: string): boolean {
  if (toColumn(sort) === 'name') return !text.includes('\0')
  return /^-?\d{1,16}$/.test(text) && (toColumn(sort) === 'updated' || Math.abs(Number(text)) <= 2_147_483_647)
}
/** Conditions on a row `p` of `products`. */
export function buildProductConditions(filter: ProductFilter, lowStockBelow: number): RawBuilder<unknown>[] {
  const { search, status, category_id, kind, vendor, issue } = filter
  return [
    // Archived products are shown only when asked for.
    status === undefined ? sql`p.status <> 'archived'` : sql`p.status = ${status}`,
    ...(category_id === undefined
      ? []
      : [
          category_id === 0
            ? sql`p.category_id is null`
            : sql`p.category_id in (select id from categories where id = ${category_id} or parent_id = ${category_id})`,
        ]),
    ...(kind === undefined ? [] : [sql`p.kind = ${kind}`]),
    ...(vendor === undefined ? [] : [sql`p.vendor = ${vendor}`]),
    ...(issue === undefined ? [] : [issueConditions[issue](lowStockBelow)]),
    ...search
      .split(/\s+/)
      .filter((word) => word !== '')
      .map(matchesWord),
  ]
}

const issueConditions = {
  low_stock: (below: number) => sql`p.active and coalesce(${availableStock('p')} < ${below}, false)`,
  no_picture: () => sql`not exists (select from product_images where product_id = p.id and file is not null)`,
  no_price: () => sql`p.price_cents = 0`,
} satisfies Record<(typeof productIssues)[number], (below: number) => RawBuilder<unknown>>

const MAX_ID = 2_147_483_647

/** Each condition has an index: trigrams of the folded text, the barcode, and the id. */
function matchesWord(word: string): RawBuilder<unknown> {
  const pattern = `%${foldForSearch(word)
    .trim()
    .replaceAll(/[%_\\]/g, String.raw`\$&`)}%`
  const id = /^\d{1,10}$/.test(word) ? Number(word) : undefined
  return sql`(p.list_search like ${pattern} or p.barcode = any(${listBarcodeSpellings(word)}::text[])
    ${id !== undefined && id <= MAX_ID ? sql`or p.id = ${id}` : sql``})`
}

const columns = sql`p.id, p.version, p.name, p.kind, p.status, p.active, p.category_id, category.name as category,
  p.vendor, p.sku, p.barcode, p.shelf, p.price_cents, p.selling_price_cents, p.compare_at_cents, p.pv, p.weight_grams,
  ${availableStock('p')} as stock,
  (select jsonb_build_object('file', file, 'alt', alt) from product_images
    where product_id = p.id and file is not null order by position limit 1) as image`

export type ProductPage = { sort: ProductSort; after?: { key: string; id: number } | undefined; limit: number }

export async function findManagedProducts(
  db: Database,
  conditions: readonly RawBuilder<unknown>[],
  { sort, after, limit }: ProductPage,
): Promise<ListedProductRow[]> {
  const { key, text = sql`(${key})::text`, toKey } = buildSortKey(sort)
  const isDescending = sort.startsWith('-')
  const direction = isDescending ? sql`desc` : sql`asc`
  const beyond = after
    ? [sql`(${key}, p.id) ${isDescending ? sql`<` : sql`>`} (${toKey(after.key)}, ${after.id}::int)`]
    : []
  const { rows } = await sql<ListedProductRow>`
    select ${columns}, page.sort_key
    from (
      select p.id, ${text} as sort_key from products p where ${sql.join([...conditions, ...beyond], sql` and `)}
      order by ${key} ${direction}, p.id ${direction} limit ${limit}
    ) page
    join products p on p.id = page.id left join categories category on category.id = p.category_id
    order by ${key} ${direction}, p.id ${direction}`.execute(db)
  return rows
}

export async function findListed(db: Database, ids: readonly number[]): Promise<ListedProductRow[]> {
  const { rows } = await sql<ListedProductRow>`
    select ${columns}, '' as sort_key from products p left join categories category on category.id = p.category_id
     where p.id = any(${ids}::int[]) order by array_position(${ids}::int[], p.id)`.execute(db)
  return rows
}

/** Counts matches up to a limit. */
export async function countProducts(
  db: Database,
  conditions: readonly RawBuilder<unknown>[],
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select 1 from products p where ${sql.join([...conditions], sql` and `)} limit ${limit}
    ) found`.execute(db)
  return rows[0]?.total ?? 0
}

export type ProductChoices = {
  categories: { category_id: number; name: string; parent_id: number | null }[]
  vendors: string[]
  families: { family_id: number; name: string; option_name: string }[]
}
export async function findProductChoices(db: Database): Promise<ProductChoices> {
  // Reads one entry of the index for each vendor instead of all products.
  const { rows } = await sql<ProductChoices>`
    with recursive known_vendors as (
      (select min(vendor) as vendor from products where vendor > '')
      union all
      select (select min(vendor) from products where vendor > known_vendors.vendor)
        from known_vendors where known_vendors.vendor is not null
    )
    select
      (select coalesce(jsonb_agg(jsonb_build_object('category_id', id, 'name', name, 'parent_id', parent_id)
         order by position, name, id), '[]') from categories) as categories,
      (select coalesce(jsonb_agg(vendor order by vendor), '[]')
         from known_vendors where vendor is not null) as vendors,
      (select coalesce(jsonb_agg(jsonb_build_object('family_id', id, 'name', name, 'option_name', option_name)
         order by name, id), '[]') from product_families) as families`.execute(db)
  const [choices] = rows
  if (!choices) throw new Error('query of sub-selects returned no row')
  return choices
}
