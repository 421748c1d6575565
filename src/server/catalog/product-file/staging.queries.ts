import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'
import type { KeptImage } from './picture-source.ts'
import type { GivenProduct } from './products-of-rows.ts'

/** A file's rows on their way into the catalogue, in a temporary table whose name only this import knows. */
export type Staging = { table: string }
export type StagedProduct = { product: GivenProduct; images: KeptImage[] }

export async function createStaging(db: Database, { table }: Staging): Promise<void> {
  await sql`create temporary table ${sql.id(table)} (
    line integer, handle text, name text, kind text, category_slug text, category_name text, vendor text, tags text[],
    sku text, description_html text, price_cents integer, compare_at_cents integer, pv integer, weight_grams integer,
    stock integer, active boolean, images jsonb
  )`.execute(db)
}

export async function dropStaging(db: Database, { table }: Staging): Promise<void> {
  await sql`drop table ${sql.id(table)}`.execute(db)
}

/** Each slice is one short statement: between two of them the embedded engine answers requests. */
export async function stageSlice(db: Database, { table }: Staging, slice: StagedProduct[]): Promise<void> {
  const of = <Value>(read: (product: GivenProduct) => Value) => slice.map(({ product }) => read(product))
  // A tag contains no comma: it was read from a comma-separated list.
  const tags = of((product) => product.tags.join(','))
  const images = slice.map((staged) => (staged.images.length > 0 ? JSON.stringify(staged.images) : null))
  await sql`insert into ${sql.id(table)}
    select line, handle, name, kind, category_slug, category_name, vendor, string_to_array(tags, ','), sku,
      description_html, price_cents, compare_at_cents, pv, weight_grams, stock, active, images::jsonb
    from unnest(
      ${of(({ row }) => row.line)}::integer[], ${of(({ handle }) => handle)}::text[], ${of(({ name }) => name)}::text[],
      ${of(({ kind }) => kind)}::text[], ${of(({ category }) => category?.slug ?? null)}::text[],
      ${of(({ category }) => category?.name ?? null)}::text[], ${of(({ vendor }) => vendor)}::text[], ${tags}::text[],
      ${of(({ sku }) => sku)}::text[], ${of(({ descriptionHtml }) => descriptionHtml)}::text[],
      ${of(({ priceCents }) => priceCents)}::integer[], ${of(({ compareAtCents }) => compareAtCents)}::integer[],
      ${of(({ pv }) => pv)}::integer[], ${of(({ weightGrams }) => weightGrams)}::integer[],
      ${of(({ stock }) => stock)}::integer[], ${of(({ active }) => active)}::boolean[], ${images}::text[]
    ) as given (line, handle, name, kind, category_slug, category_name, vendor, tags, sku, description_html, price_cents,
      compare_at_cents, pv, weight_grams, stock, active, images)`.execute(db)
}

/** Indexes the staged rows for joins, and finds a handle that occurs in two places. */
export async function findRepeatedHandle(
  db: Database,
  { table }: Staging,
): Promise<{ handle: string; first: number; again: number } | undefined> {
  await sql`create index on ${sql.id(table)} (handle)`.execute(db)
  await sql`analyze ${sql.id(table)}`.execute(db)
  const { rows } = await sql<{ handle: string; first: number; again: number }>`
    select handle, min(line) as first, (array_agg(line order by line))[2] as again
    from ${sql.id(table)} group by handle having count(*) > 1 order by again limit 1`.execute(db)
  return rows[0]
}
