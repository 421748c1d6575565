import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { Covered } from './columns.ts'

/** For joins of a large file's products with the shop's. */
export async function indexHandles(db: Database, staged: string): Promise<void> {
  await sql`create index on ${sql.table(staged)} (handle)`.execute(db)
}

/**
 * Files what is of a category that the shop has by that name under it, whatever its slug: an export names categories,
 * and the slug of one need not be made from its name.
 */
export async function fileUnderKnownNames(trx: Transaction, staged: string): Promise<void> {
  await sql`update ${sql.table(staged)} staged
    set category_slug = (select slug from categories where name = staged.category_name order by id limit 1)
    where category_slug not in (select slug from categories) and category_name in (select name from categories)`.execute(
    trx,
  )
}

/** Adds categories that the file names and the shop lacks, after the existing ones, in the file's order. */
export async function addCategories(trx: Transaction, staged: string): Promise<void> {
  const named = sql`
    select category_slug as slug, (array_agg(category_name order by line))[1] as name, min(line) as line
    from ${sql.table(staged)} staged
    where category_slug is not null and not exists (select 1 from categories where slug = staged.category_slug)
    group by category_slug`
  const { rows } = await sql<{
    slug: string
    name: string
  }>`select slug, name from (${named}) named order by line`.execute(trx)
  // Checked first: even an insert of no rows would announce a change of categories to every page.
  if (rows.length === 0) return
  await sql`insert into categories (slug, name, position)
    select slug, name, (select coalesce(max(position), 0) from categories) + place
    from unnest(${rows.map(({ slug }) => slug)}::text[], ${rows.map(({ name }) => name)}::text[])
      with ordinality as added (slug, name, place)
    on conflict (slug) do nothing`.execute(trx)
}

/** Locks by id, as placing an order does, so that the two never deadlock. */
export async function lockKnownProducts(trx: Transaction, staged: string): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from products where handle in (select handle from ${sql.table(staged)}) order by id for update`.execute(
    trx,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Updates only the products that the file changes, so that other pages stay cached. Returns their ids. */
export async function updateKnownProducts(trx: Transaction, staged: string, covered: Covered): Promise<number[]> {
  const fields = updatedFields(covered)
  const { rows } = await sql<{ id: number }>`
    update products p
    set ${sql.join(fields.map(({ column, value }) => sql`${sql.id(column)} = ${value}`))}, updated_at = now()
    from ${sql.table(staged)} staged
    left join categories category on category.slug = staged.category_slug
    where p.handle = staged.handle and (
      ${sql.join(
        fields.map(({ column, value }) => sql`p.${sql.id(column)} is distinct from ${value}`),
        sql` or `,
      )}
    )
    returning p.id`.execute(trx)
  return rows.map(({ id }) => id)
}

const TAGS = sql`string_to_array(staged.tags, ',')`

type Field = { column: string; value: RawBuilder<unknown> }

function updatedFields(covered: Covered): Field[] {
  const plain = (column: string, isCovered = true): Field[] =>
    isCovered ? [{ column, value: sql`staged.${sql.id(column)}` }] : []
  return [
    ...plain('name'),
    ...plain('price_cents'),
    ...plain('compare_at_cents', covered.compareAt),
    ...plain('vendor', covered.vendor),
    ...(covered.tags ? [{ column: 'tags', value: TAGS }] : []),
    ...plain('sku', covered.sku),
    ...plain('barcode', covered.barcode),
    ...plain('shelf', covered.shelf),
    ...plain('description_html', covered.description),
    ...plain('weight_grams', covered.weight),
    ...plain('active', covered.active),
    ...plain('tax_exempt', covered.taxExempt),
    ...plain('pv', covered.pv),
    { column: 'commissionable_bp', value: sql`coalesce(staged.commissionable_bp, p.commissionable_bp)` },
    ...plain('kind', covered.type),
    // A package's type is just "Package", so it stays in the category that staff gave it.
    ...(covered.type
      ? [{ column: 'category_id', value: sql`case staged.kind when 'package' then p.category_id else category.id end` }]
      : []),
  ]
}

/** Adds the products that the shop does not have, in the file's order. */
export async function addNewProducts(trx: Transaction, staged: string): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into products (handle, name, kind, category_id, vendor, tags, sku, barcode, shelf, description_html, price_cents,
      compare_at_cents, pv, commissionable_bp, weight_grams, stock, active, tax_exempt)
    select staged.handle, staged.name, staged.kind, category.id, staged.vendor, ${TAGS}, staged.sku,
      staged.barcode, staged.shelf,
      staged.description_html, staged.price_cents, staged.compare_at_cents, staged.pv,
      coalesce(staged.commissionable_bp, 10000), staged.weight_grams,
      staged.stock, staged.active, staged.tax_exempt
    from ${sql.table(staged)} staged
    left join categories category on category.slug = staged.category_slug
    where not exists (select 1 from products where handle = staged.handle)
    order by staged.line`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/**
 * Counts what the file says of products that the shop had: a quantity that differs is a movement, an empty one means
 * that the product is not counted any more. Packages with contents have no stock of their own, whatever a file says.
 * Returns the products' ids. The caller has locked them.
 */
export async function countKnownProducts(trx: Transaction, staged: string, madeBy: string): Promise<number[]> {
  const known = sql`${sql.table(staged)} staged join products p on p.handle = staged.handle
    and not exists (select from package_contents where package_id = p.id)`
  const uncounted = await sql<{ id: number }>`
    update products set stock = null, updated_at = now() where id in (
      select p.id from ${known} where staged.stock is null and p.stock is not null)
    returning id`.execute(trx)
  const counted = await sql<{ id: number }>`
    insert into stock_movements (product_id, quantity, kind, reason, made_by)
    select p.id, staged.stock - coalesce(p.stock,
        (select sum(quantity) from stock_movements where product_id = p.id), 0), 'count', 'product file', ${madeBy}
      from ${known} where staged.stock is not null and p.stock is distinct from staged.stock
     order by p.id
    returning product_id as id`.execute(trx)
  return [...uncounted.rows, ...counted.rows].map(({ id }) => id)
}

/** Replaces a product's pictures as a whole where the file has some and they differ. Returns the products' ids. */
export async function replaceImages(trx: Transaction, staged: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id
    from ${sql.table(staged)} staged
    join products p on p.handle = staged.handle
    left join lateral (
      select jsonb_agg(jsonb_build_object('file', file, 'source_url', source_url, 'alt', alt) order by position) as list
      from product_images where product_id = p.id
    ) present on true
    where staged.images is not null and present.list is distinct from staged.images`.execute(trx)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  await sql`delete from product_images where product_id = any(${ids}::integer[])`.execute(trx)
  await sql`
    insert into product_images (product_id, position, file, source_url, alt)
    select p.id, image.place - 1, image.value ->> 'file', image.value ->> 'source_url', image.value ->> 'alt'
    from ${sql.table(staged)} staged
    join products p on p.handle = staged.handle
    cross join lateral jsonb_array_elements(staged.images) with ordinality as image (value, place)
    where p.id = any(${ids}::integer[])`.execute(trx)
  return ids
}

/** Empties what is no longer a package. */
export async function emptyFormerPackages(trx: Transaction, staged: string): Promise<void> {
  const former = sql`
    select p.id from ${sql.table(staged)} staged join products p on p.handle = staged.handle
    where p.kind = 'product' and exists (select 1 from package_contents where package_id = p.id)`
  const { rows } = await sql<{ id: number }>`${former}`.execute(trx)
  if (rows.length === 0) return
  await sql`delete from package_contents where package_id = any(${rows.map(({ id }) => id)}::integer[])`.execute(trx)
}
