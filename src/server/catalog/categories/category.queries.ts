import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'

export type CategoryRow = {
  id: number
  name: string
  slug: string
  parent_id: number | null
  products: number
  former_slugs: string[]
  picture_file: string | null
  picture_alt: string
}

/** The version changes with every change of a category, but not with its products. */
export async function findCategoryTree(db: Database): Promise<{ categories: CategoryRow[]; version: string }> {
  const { rows } = await sql<{ categories: CategoryRow[]; version: string }>`
    select coalesce(jsonb_agg(to_jsonb(listed) order by position, name, id), '[]') as categories,
      md5(coalesce(string_agg(jsonb_build_array(id, name, slug, parent_id, position, picture_file, picture_alt)::text, ',' order by id), '')) as version
    from (
      select id, name, slug, parent_id, position, picture_file, picture_alt,
        (select count(*)::integer from products where category_id = categories.id) as products,
        array(select slug from category_redirects where category_id = categories.id order by slug) as former_slugs
      from categories) listed`.execute(db)
  const [tree] = rows
  if (!tree) throw new Error('aggregate returned no row')
  return tree
}

export type CategoryFields = {
  name: string
  slug: string
  parent_id: number | null
  picture_file: string | null
  picture_alt: string
}

/** Adds it after the others of its level. */
export async function insertCategory(
  trx: Transaction,
  { name, slug, parent_id, picture_file, picture_alt }: CategoryFields,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into categories (name, slug, parent_id, picture_file, picture_alt, position)
    select ${name}, ${slug}, ${parent_id}::integer, ${picture_file}, ${picture_alt}, coalesce(max(position), 0) + 1
      from categories
     where parent_id is not distinct from ${parent_id}::integer returning id`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('insert returned no row')
  return row.id
}

/** A category that moves to another level comes after the others there. */
export async function updateCategory(
  trx: Transaction,
  id: number,
  { name, slug, parent_id, picture_file, picture_alt }: CategoryFields,
): Promise<void> {
  await sql`
    update categories set name = ${name}, slug = ${slug}, parent_id = ${parent_id}::integer,
      picture_file = ${picture_file}, picture_alt = ${picture_alt},
      position = case when parent_id is not distinct from ${parent_id}::integer then position else
        (select coalesce(max(position), 0) + 1 from categories where parent_id is not distinct from ${parent_id}::integer) end
    where id = ${id}`.execute(trx)
}

export async function updatePositions(trx: Transaction, ids: readonly number[]): Promise<void> {
  await sql`
    update categories set position = ordered.position
    from unnest(${ids}::integer[]) with ordinality as ordered (id, position)
    where categories.id = ordered.id and categories.position <> ordered.position`.execute(trx)
}

/** Finds the category to which a slug redirects. */
export async function findRedirect(trx: Transaction, slug: string): Promise<number | undefined> {
  const { rows } = await sql<{ category_id: number }>`
    select category_id from category_redirects where slug = ${slug}`.execute(trx)
  return rows[0]?.category_id
}

export async function redirectSlug(trx: Transaction, slug: string, categoryId: number): Promise<void> {
  await sql`
    insert into category_redirects (slug, category_id) values (${slug}, ${categoryId})
    on conflict (slug) do update set category_id = excluded.category_id`.execute(trx)
}

/** Redirects the former slugs of a category to another one directly, so that no redirect leads to a redirect. */
export async function moveRedirects(trx: Transaction, from: number, to: number): Promise<void> {
  await sql`update category_redirects set category_id = ${to} where category_id = ${from}`.execute(trx)
}

export async function findProductsOf(trx: Transaction, categoryId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from products where category_id = ${categoryId} order by id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Locks a category against products that are about to be put in it. Returns whether it has products. */
export async function lockCategory(trx: Transaction, id: number): Promise<{ hasProducts: boolean }> {
  await sql`select from categories where id = ${id} for update`.execute(trx)
  // A separate statement, so that it sees products saved while waiting for the lock.
  const { rows } = await sql`select from products where category_id = ${id} limit 1`.execute(trx)
  return { hasProducts: rows.length > 0 }
}

export async function deleteCategoryRow(trx: Transaction, id: number): Promise<void> {
  await sql`delete from categories where id = ${id}`.execute(trx)
}
