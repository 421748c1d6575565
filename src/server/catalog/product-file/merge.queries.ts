import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { CoveredFields } from './columns.ts'
import { CATEGORY, comparedFields, TAGS } from './compared-fields.ts'

/** Rows merged by one transaction, by line number. `staged` is a table or a subselect. */
export type StagedSlice = { staged: RawBuilder<unknown>; lines: readonly number[] }

const selectStagedRows = ({ staged, lines }: StagedSlice): RawBuilder<unknown> =>
  sql`(select * from ${staged} source where line = any(${lines}::int[]))`

/**
 * Adds the file's categories that the shop lacks by slug and name, after the existing ones, in the file's order. Returns
 * their ids.
 */
export async function addCategories(trx: Transaction, categories: ReadonlyMap<string, string>): Promise<number[]> {
  const { rows } = await sql<{ slug: string; name: string }>`
    select slug, name from unnest(${[...categories.keys()]}::text[], ${[...categories.values()]}::text[])
      with ordinality as named (slug, name, place)
     where not exists (select from categories known where known.slug = named.slug or known.name = named.name)
       and not exists (select from category_redirects former where former.slug = named.slug)
     order by place`.execute(trx)
  // Checked first, because even an insert of no rows would announce a change of categories to every page.
  if (rows.length === 0) return []
  const added = await sql<{ id: number }>`insert into categories (slug, name, position)
    select slug, name, (select coalesce(max(position), 0) from categories) + place
    from unnest(${rows.map(({ slug }) => slug)}::text[], ${rows.map(({ name }) => name)}::text[])
      with ordinality as added (slug, name, place)
    on conflict (slug) do nothing returning id`.execute(trx)
  return added.rows.map(({ id }) => id)
}

/** Locks in ID order, like placing an order, so that the two never deadlock. Returns the number of known products. */
export async function lockKnownProducts(trx: Transaction, slice: StagedSlice): Promise<number> {
  // Size in kB at which the text index merges new words. At the default of 4 MB that takes seconds.
  await sql`select set_config('gin_pending_list_limit', '64', true)`.execute(trx)
  const { rows } =
    await sql`select id from products where handle in (select handle from ${selectStagedRows(slice)} staged)
     order by id for no key update`.execute(trx)
  return rows.length
}

const PRESENT_IMAGES = sql`left join lateral (
  select jsonb_agg(jsonb_build_object('file', file, 'source_url', source_url, 'alt', alt) order by position) as list
    from product_images where product_id = p.id
) present on true`
const HAS_OTHER_IMAGES = sql`staged.images is not null and present.list is distinct from staged.images`
const IS_FORMER_PACKAGE = sql`staged.kind = 'product' and exists (select from package_contents where package_id = p.id)`

/** Finds the known products whose fields, pictures or contents the file changes. The caller has locked them. */
export async function findChangedProducts(
  trx: Transaction,
  slice: StagedSlice,
  coveredFields: CoveredFields,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from ${selectStagedRows(slice)} staged join products p on p.handle = staged.handle ${CATEGORY} ${PRESENT_IMAGES}
     where ${sql.join(
       comparedFields(coveredFields).map(({ column, value }) => sql`p.${sql.id(column)} is distinct from ${value}`),
       sql` or `,
     )} or (${HAS_OTHER_IMAGES}) ${coveredFields.type ? sql`or (${IS_FORMER_PACKAGE})` : sql``}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Writes the file's fields into these products and counts their versions up. */
export async function updateProducts(
  trx: Transaction,
  slice: StagedSlice,
  coveredFields: CoveredFields,
  ids: readonly number[],
): Promise<void> {
  const fields = comparedFields(coveredFields)
  await sql`
    update products p
    set ${sql.join(fields.map(({ column, value }) => sql`${sql.id(column)} = ${value}`))},
      version = p.version + 1, updated_at = now()
    from ${selectStagedRows(slice)} staged ${CATEGORY}
    where p.handle = staged.handle and p.id = any(${ids}::int[])`.execute(trx)
}

/** Adds the products that the shop lacks, in the file's order. Returns their IDs. */
export async function addNewProducts(trx: Transaction, slice: StagedSlice): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into products (handle, name, kind, category_id, vendor, tags, sku, barcode, shelf, description_html, price_cents,
      compare_at_cents, pv, commissionable_bp, weight_grams, stock, active, tax_exempt)
    select staged.handle, staged.name, staged.kind, category.id, staged.vendor, ${TAGS}, staged.sku,
      staged.barcode, staged.shelf,
      staged.description_html, staged.price_cents, staged.compare_at_cents, staged.pv,
      coalesce(staged.commissionable_bp, 10000), staged.weight_grams,
      staged.stock, staged.active, staged.tax_exempt
    from ${selectStagedRows(slice)} staged ${CATEGORY}
    where not exists (select 1 from products where handle = staged.handle)
    order by staged.line
    on conflict (handle) do nothing returning id`.execute(trx)
  return rows.map(({ id }) => id)
}

export type StockChange = {
  id: number
  line: number
  handle: string
  name: string
  /** Null if not tracked. */
  from: number | null
  to: number | null
}

/**
 * Books the file's quantities of existing products: a different quantity is a movement, and an untracked product is no
 * longer counted. Packages with contents have no stock of their own, so the file's quantity is ignored. The caller has locked the
 * products.
 */
export async function countKnownProducts(
  trx: Transaction,
  slice: StagedSlice,
  { madeBy, reason }: { madeBy: string; reason: string },
): Promise<StockChange[]> {
  const { rows } = await sql<StockChange>`
    select p.id, staged.line, p.handle, p.name, p.stock as from, staged.stock as to
      from ${selectStagedRows(slice)} staged join products p on p.handle = staged.handle
     where p.stock is distinct from staged.stock and not exists (select from package_contents where package_id = p.id)
     order by p.id`.execute(trx)
  const uncounted = rows.filter(({ to }) => to === null).map(({ id }) => id)
  if (uncounted.length > 0) {
    await sql`update products set stock = null, updated_at = now() where id = any(${uncounted}::int[])`.execute(trx)
  }
  const counted = rows.filter(({ to }) => to !== null)
  if (counted.length > 0) {
    await sql`
      insert into stock_movements (product_id, quantity, kind, reason, made_by)
      select p.id, counted.stock - coalesce(p.stock,
          (select sum(quantity) from stock_movements where product_id = p.id), 0), 'count', ${reason}, ${madeBy}
        from unnest(${counted.map(({ id }) => id)}::int[], ${counted.map(({ to }) => to)}::int[]) as counted (id, stock)
        join products p on p.id = counted.id
       order by p.id`.execute(trx)
  }
  return rows
}

/** Replaces all pictures of those products for which the file has some that differ. */
export async function replaceImages(trx: Transaction, slice: StagedSlice, among: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select p.id
    from ${selectStagedRows(slice)} staged
    join products p on p.handle = staged.handle
    ${PRESENT_IMAGES}
    where p.id = any(${among}::int[]) and ${HAS_OTHER_IMAGES}`.execute(trx)
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await sql`delete from product_images where product_id = any(${ids}::integer[])`.execute(trx)
  await sql`
    insert into product_images (product_id, position, file, source_url, alt)
    select p.id, image.place - 1, image.value ->> 'file', image.value ->> 'source_url', image.value ->> 'alt'
    from ${selectStagedRows(slice)} staged
    join products p on p.handle = staged.handle
    cross join lateral jsonb_array_elements(staged.images) with ordinality as image (value, place)
    where p.id = any(${ids}::integer[])`.execute(trx)
}

/** Deletes the contents of products that are no longer packages. */
export async function emptyFormerPackages(trx: Transaction, slice: StagedSlice): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select p.id from ${selectStagedRows(slice)} staged join products p on p.handle = staged.handle
    where ${IS_FORMER_PACKAGE}`.execute(trx)
  if (rows.length === 0) return
  await sql`delete from package_contents where package_id = any(${rows.map(({ id }) => id)}::integer[])`.execute(trx)
}
