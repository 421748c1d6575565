import { sql } from 'kysely'
import type { ProductContent } from '#domain/catalog/product-content.ts'
import { toSlug } from '#domain/text/slug.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'

/** Leaves room for a number within the limit of a handle. */
const MAX_HANDLE_BASE = 180

export type VersionedContent = { id: number; version: number; stock: number | null; content: ProductContent }

/** Columns of `products` that a version keeps, as they are named in the content. */
const columns = [
  ...['handle', 'name', 'kind', 'category_id', 'vendor', 'tags', 'sku', 'barcode', 'shelf', 'description_html'],
  ...['price_cents', 'compare_at_cents', 'sale_price_cents', 'sale_from', 'sale_until', 'pv', 'commissionable_bp'],
  ...['tax_exempt', 'weight_grams', 'status', 'visible_from', 'visible_until', 'size_amount', 'size_unit'],
  ...['search_words', 'page_title', 'page_description', 'family_id', 'family_position', 'option_value', 'swatch'],
] as const satisfies readonly (keyof ProductContent)[]

const INSTANTS = new Set<string>(['sale_from', 'sale_until', 'visible_from', 'visible_until'])
const TYPES: Partial<Record<(typeof columns)[number], string>> = {
  ...{ category_id: 'int', price_cents: 'int', compare_at_cents: 'int', sale_price_cents: 'int', pv: 'int' },
  ...{ commissionable_bp: 'int', weight_grams: 'int', family_id: 'int', family_position: 'int' },
  ...{ sale_from: 'timestamptz', sale_until: 'timestamptz', visible_from: 'timestamptz', visible_until: 'timestamptz' },
  ...{ tags: 'text[]', tax_exempt: 'bool', size_amount: 'numeric' },
}

const instantText = (column: string) =>
  sql`to_char(p.${sql.id(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The content of a row `p` of `products` as JSON. */
export const contentOfProduct = sql<ProductContent>`jsonb_build_object(${sql.join(
  columns.map(
    (column) => sql`${sql.lit(column)}, ${INSTANTS.has(column) ? instantText(column) : sql`p.${sql.id(column)}`}`,
  ),
)},
  'images', (select coalesce(jsonb_agg(jsonb_build_object('file', file, 'source_url', source_url, 'alt', alt) order by position), '[]')
     from product_images where product_id = p.id),
  'contents', (select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'quantity', quantity) order by position), '[]')
     from package_contents where package_id = p.id),
  'related', (select coalesce(jsonb_agg(related_id order by position), '[]') from product_relations where product_id = p.id),
  'documents', (select coalesce(jsonb_agg(jsonb_build_object('file', file, 'kind', kind, 'title', title) order by position), '[]')
     from product_documents where product_id = p.id))`

/** Locks the products in the order of their ids, like placing an order, so that the two never deadlock. */
export async function lockContents(trx: Transaction, ids: readonly number[]): Promise<Map<number, VersionedContent>> {
  await sql`select id from products where id = any(${ids}::int[]) order by id for no key update`.execute(trx)
  return findContents(trx, ids)
}

export async function findContents(
  db: Database | Transaction,
  ids: readonly number[],
): Promise<Map<number, VersionedContent>> {
  const { rows } = await sql<VersionedContent>`
    select p.id, p.version, p.stock, ${contentOfProduct} as content from products p
     where p.id = any(${ids}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Finds the products that show this one as related. */
export async function findRelating(trx: Transaction, id: number): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`
    select product_id from product_relations where related_id = ${id}`.execute(trx)
  return rows.map(({ product_id }) => product_id)
}

/** The existing records that the edits refer to. */
export type References = {
  /** Products by handle. */
  handles: Map<string, number>
  categories: Set<number>
  families: Set<number>
  /** Products that may be contained or related, with whether they have contents. */
  products: Map<number, { has_contents: boolean }>
  /** Packages that contain one of the edited products. */
  contained: Set<number>
}

/** Locks the products among them against deletion. */
export async function findReferences(
  trx: Transaction,
  edited: readonly number[],
  contents: readonly ProductContent[],
): Promise<References> {
  const handles = contents.map(({ handle }) => handle)
  const products = contents.flatMap(({ contents: parts, related }) => [
    ...parts.map(({ product_id }) => product_id),
    ...related,
  ])
  const { rows } = await sql<{
    handles: { handle: string; id: number }[]
    categories: number[]
    families: number[]
    products: { id: number; has_contents: boolean }[]
    contained: number[]
  }>`
    -- Locked, so that none is deleted before the product is saved.
    with kept as materialized (
      select id from categories where id = any(${contents.map((c) => c.category_id)}::int[]) order by id for key share
    )
    select
      (select coalesce(jsonb_agg(jsonb_build_object('handle', handle, 'id', id)), '[]') from products
        where handle = any(${handles}::text[])) as handles,
      (select coalesce(jsonb_agg(id), '[]') from kept) as categories,
      (select coalesce(jsonb_agg(id), '[]') from product_families where id = any(${contents.map((c) => c.family_id)}::int[])) as families,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'has_contents',
          exists (select from package_contents where package_id = found.id))), '[]')
         from (select id from products where id = any(${products}::int[]) order by id for key share) found) as products,
      (select coalesce(jsonb_agg(distinct product_id), '[]') from package_contents
        where product_id = any(${edited}::int[])) as contained`.execute(trx)
  const [found] = rows
  if (!found) throw new Error('query of sub-selects returned no row')
  return {
    handles: new Map(found.handles.map(({ handle, id }) => [handle, id])),
    categories: new Set(found.categories),
    families: new Set(found.families),
    products: new Map(found.products.map(({ id, has_contents }) => [id, { has_contents }])),
    contained: new Set(found.contained),
  }
}

type SavedContent = { id: number; version: number; content: ProductContent }

const recordset = (rows: readonly SavedContent[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(
    rows.map(({ id, version, content }) => ({ ...content, id, version })),
  )}::jsonb) as saved (id int, version int, ${sql.join(
    columns.map((column) => sql`${sql.id(column)} ${sql.raw(TYPES[column] ?? 'text')}`),
  )})`

/** Locks a creation key until the transaction ends. Returns the product that was added with it before. */
export async function lockCreation(trx: Transaction, key: string): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`product ${key}`}, 0))`.execute(trx)
  const { rows } = await sql<{ id: number }>`select id from products where creation_key = ${key}`.execute(trx)
  return rows[0]?.id
}

/** Returns a handle for the name that no product has: `comb`, `comb-2`, … */
export async function chooseHandle(trx: Transaction, name: string): Promise<string> {
  const base = toSlug(name).slice(0, MAX_HANDLE_BASE) || 'product'
  // Serialized, so that two products with the same name do not choose the same handle.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`handle ${base}`}, 0))`.execute(trx)
  const { rows } = await sql<{ handle: string }>`
    select handle from products where handle = ${base} or starts_with(handle, ${`${base}-`})`.execute(trx)
  const taken = new Set(rows.map(({ handle }) => handle))
  let handle = base
  for (let number = 2; taken.has(handle); number++) handle = `${base}-${number}`
  return handle
}

/**
 * Returns the handle that another product took since it was checked, if it did; the transaction is then aborted, so the
 * caller can only return a refusal.
 */
export async function findTakenHandle(write: () => Promise<void>): Promise<string | undefined> {
  try {
    await write()
    return undefined
  } catch (error) {
    const { constraint, detail = '' } = error as { constraint?: string; detail?: string }
    if (constraint !== 'products_handle_key') throw error
    return /\(handle\)=\((.*)\)/.exec(detail)?.[1] ?? ''
  }
}

/** Inserts a product and returns its id. Its stock becomes its opening movement; null is not tracked. */
export async function insertProduct(
  trx: Transaction,
  content: ProductContent,
  { stock, creationKey = null }: { stock: number | null; creationKey?: string | null | undefined },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into products (stock, creation_key, ${sql.join(columns.map((column) => sql.id(column)))})
    select ${stock}::int, ${creationKey}::uuid, ${sql.join(columns.map((column) => sql`saved.${sql.id(column)}`))}
      from ${recordset([{ id: 0, version: 1, content }])}
    returning id`.execute(trx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('insert returned no row')
  return id
}

/** Writes the columns of products; their lists are replaced by `replaceLists`. */
export async function updateProducts(trx: Transaction, saved: readonly SavedContent[]): Promise<void> {
  await sql`
    update products p set version = saved.version, updated_at = now(),
        ${sql.join(columns.map((column) => sql`${sql.id(column)} = saved.${sql.id(column)}`))}
      from ${recordset(saved)} where p.id = saved.id`.execute(trx)
}

const tables = {
  images: {
    table: 'product_images',
    owner: 'product_id',
    columns: ['file', 'source_url', 'alt'],
    types: 'file text, source_url text, alt text',
  },
  contents: {
    table: 'package_contents',
    owner: 'package_id',
    columns: ['product_id', 'quantity'],
    types: 'product_id int, quantity int',
  },
  documents: {
    table: 'product_documents',
    owner: 'product_id',
    columns: ['file', 'kind', 'title'],
    types: 'file text, kind text, title text',
  },
} as const

/** Replaces a list of the products: their pictures, contents or documents. */
export async function replaceList(
  trx: Transaction,
  list: keyof typeof tables,
  saved: readonly SavedContent[],
): Promise<void> {
  if (saved.length === 0) return
  const { table, owner, columns: names, types } = tables[list]
  const rows = saved.map(({ id, content }) => ({ id, items: content[list] }))
  await sql`delete from ${sql.table(table)} where ${sql.id(owner)} = any(${saved.map(({ id }) => id)}::int[])`.execute(
    trx,
  )
  await sql`
    insert into ${sql.table(table)} (${sql.id(owner)}, position, ${sql.join(names.map((name) => sql.id(name)))})
    select saved.id, item.place - 1, ${sql.join(names.map((name) => sql`entry.${sql.id(name)}`))}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as saved (id int, items jsonb)
      cross join lateral jsonb_array_elements(saved.items) with ordinality as item (value, place)
      cross join lateral jsonb_to_record(item.value) as entry (${sql.raw(types)})
     order by saved.id, item.place`.execute(trx)
}

export async function replaceRelations(trx: Transaction, saved: readonly SavedContent[]): Promise<void> {
  if (saved.length === 0) return
  await sql`delete from product_relations where product_id = any(${saved.map(({ id }) => id)}::int[])`.execute(trx)
  await sql`
    insert into product_relations (product_id, related_id, position)
    select saved.id, related.value::int, related.place - 1
      from jsonb_to_recordset(${JSON.stringify(saved.map(({ id, content }) => ({ id, related: content.related })))}::jsonb)
        as saved (id int, related jsonb)
      cross join lateral jsonb_array_elements_text(saved.related) with ordinality as related (value, place)`.execute(
    trx,
  )
}

export type VersionSource = 'first' | 'edit' | 'bulk' | 'import' | 'restore' | 'undo'
/** Origin of versions. `fileName` is the file of an import or its undo. */
export type VersionOrigin = { source: VersionSource; madeBy: string; fileName?: string | undefined }
export type RecordedVersion = SavedContent & VersionOrigin

/** Appends versions; one that is recorded already stays. */
export async function insertVersions(trx: Transaction, versions: readonly RecordedVersion[]): Promise<void> {
  const rows = versions.map(({ madeBy, fileName, ...version }) => ({
    ...version,
    made_by: madeBy,
    file_name: fileName,
  }))
  await sql`
    insert into product_versions (product_id, version, made_by, source, file_name, content)
    select id, version, made_by, source, file_name, content
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as saved (id int, version int, made_by text, source text, file_name text, content jsonb)
    on conflict (product_id, version) do nothing`.execute(trx)
}

/** Appends the present contents of products as versions, within the database; one that is recorded already stays. */
export async function insertPresentVersions(
  trx: Transaction,
  ids: readonly number[],
  { source, madeBy, fileName = undefined }: VersionOrigin,
): Promise<void> {
  await sql`
    insert into product_versions (product_id, version, made_by, source, file_name, content)
    select p.id, p.version, ${madeBy}, ${source}, ${fileName ?? null}, ${contentOfProduct} from products p where p.id = any(${ids}::int[])
    on conflict (product_id, version) do nothing`.execute(trx)
}
