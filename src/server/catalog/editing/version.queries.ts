import { sql } from 'kysely'
import type { ProductContent } from '#domain/catalog/product-content.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { contentOfProduct } from './content.queries.ts'

export type VersionRow = {
  version: number
  at: Date
  made_by: string
  source: string
  file_name: string | null
  content: ProductContent
}

export async function findVersionsBefore(
  db: Database,
  id: number,
  { before, limit }: { before: number; limit: number },
): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select version, at, made_by, source, file_name, content from product_versions
     where product_id = ${id} and version < ${before} order by version desc limit ${limit}`.execute(db)
  return rows
}

export async function findVersion(trx: Transaction, id: number, version: number): Promise<ProductContent | undefined> {
  const { rows } = await sql<{ content: ProductContent }>`
    select content from product_versions where product_id = ${id} and version = ${version}`.execute(trx)
  return rows[0]?.content
}

/** Finds today's names of everything that the contents refer to. */
export async function findNames(db: Database, contents: readonly ProductContent[]) {
  const { rows } = await sql<{ kind: 'category' | 'family' | 'product'; id: number; name: string }>`
    select 'category' as kind, id, name from categories where id = any(${contents.map((c) => c.category_id)}::int[])
    union all
    select 'family', id, name from product_families where id = any(${contents.map((c) => c.family_id)}::int[])
    union all
    select 'product', id, name from products where id = any(${contents.flatMap((c) => [
      ...c.contents.map(({ product_id }) => product_id),
      ...c.related,
    ])}::int[])`.execute(db)
  const namesOf = (kind: string) => new Map(rows.filter((row) => row.kind === kind).map(({ id, name }) => [id, name]))
  return { categories: namesOf('category'), families: namesOf('family'), products: namesOf('product') }
}

/**
 * Finds the next products after an ID that have versions, with the fields that differ from the last one. A version made
 * before a field existed does not have it.
 */
export async function findVersionDifferences(
  db: Database,
  after: number,
  limit: number,
): Promise<{ id: number; version: number; fields: string[] }[]> {
  const { rows } = await sql<{ id: number; version: number; fields: string[] }>`
    select p.id, p.version, array(
        select key from jsonb_each(kept.content) field where value is distinct from current.content -> key order by key) as fields
      from product_versions kept join products p on p.id = kept.product_id and p.version = kept.version
      cross join lateral (select ${contentOfProduct} as content) current
     where p.id > ${after} order by p.id limit ${limit}`.execute(db)
  return rows
}

/**
 * Finds which of the files are in the media library, in a product, or in a former version of this one. Locks pictures
 * of the library against being replaced or deleted.
 */
export async function findUsedFiles(
  trx: Transaction,
  id: number | undefined,
  files: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    with library as materialized (
      select file from pictures where file = any(${files}::text[]) and cardinality(widths) > 1 order by id for key share
    )
    select file from unnest(${files}::text[]) as given (file)
     where exists (select from library where file = given.file)
        or exists (select from product_images where file = given.file)
        or exists (select from product_documents where file = given.file)
        or exists (select from categories where picture_file = given.file)
        or exists (select from product_versions where product_id = ${id ?? null}::int and (
          content -> 'images' @> jsonb_build_array(jsonb_build_object('file', given.file))
          or content -> 'documents' @> jsonb_build_array(jsonb_build_object('file', given.file))))`.execute(trx)
  return rows.map(({ file }) => file)
}
