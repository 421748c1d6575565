import { sql } from 'kysely'
import type { ProductContent } from '#domain/catalog/product-content.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'

export type VersionRow = { version: number; at: Date; made_by: string; source: string; content: ProductContent }

export async function findVersionsBefore(
  db: Database,
  id: number,
  { before, limit }: { before: number; limit: number },
): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select version, at, made_by, source, content from product_versions
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

/** Finds which of the files are in a product, or in a former version of this one. */
export async function findUsedFiles(
  trx: Transaction,
  id: number | undefined,
  files: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    select file from unnest(${files}::text[]) as given (file)
     where exists (select from product_images where file = given.file)
        or exists (select from product_documents where file = given.file)
        or exists (select from product_versions where product_id = ${id ?? null}::int and (
          content -> 'images' @> jsonb_build_array(jsonb_build_object('file', given.file))
          or content -> 'documents' @> jsonb_build_array(jsonb_build_object('file', given.file))))`.execute(trx)
  return rows.map(({ file }) => file)
}
