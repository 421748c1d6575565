import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'

export type PictureCounts = Record<'open' | 'waiting' | 'stored' | 'failed', number>

/** Pictures of the imported products that have only an address. */
const OPEN_ADDRESSES = (id: number) => sql`
  select distinct image.source_url as url from product_import_rows row
    join product_images image on image.product_id = row.product_id and image.file is null and image.source_url is not null
   where row.import_id = ${id} and row.result in ('imported', 'unchanged') and row.undo is null`

export async function findPictureCounts(db: Database | Transaction, id: number): Promise<PictureCounts> {
  const { rows } = await sql<PictureCounts>`
    select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'stored')::int as stored,
        count(*) filter (where state = 'failed')::int as failed,
        (select count(*)::int from (${OPEN_ADDRESSES(id)}) found
          where not exists (select from product_import_pictures known
            where import_id = ${id} and known.url = found.url and known.state <> 'stored')) as open
      from product_import_pictures where import_id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('aggregate returned no row')
  return row
}

/** Records the addresses that were not fetched yet, and those that failed before. Returns the number to fetch. */
export async function insertOpenAddresses(trx: Transaction, id: number): Promise<number> {
  await sql`
    insert into product_import_pictures (import_id, url) select ${id}::int, url from (${OPEN_ADDRESSES(id)}) found
    on conflict (import_id, url) do update set state = 'waiting', error = null`.execute(trx)
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from product_import_pictures where import_id = ${id} and state = 'waiting'`.execute(
    trx,
  )
  return rows[0]?.waiting ?? 0
}

export async function setFetching(trx: Transaction, id: number, isFetching: boolean, byId?: number): Promise<void> {
  await sql`
    update product_imports set fetches_pictures = ${isFetching}, acted_by_id = coalesce(${byId ?? null}::int, acted_by_id)
     where id = ${id}`.execute(trx)
}

export async function findFetchingImports(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from product_imports where fetches_pictures order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function findWaitingAddresses(db: Database, id: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    select url from product_import_pictures where import_id = ${id} and state = 'waiting' order by url limit ${limit}`.execute(
    db,
  )
  return rows.map(({ url }) => url)
}

/** Finds the products of the import that show this address and have no picture for it. */
export async function findProductsWithAddress(trx: Transaction, id: number, url: string): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`
    select distinct row.product_id from product_import_rows row
      join product_images image on image.product_id = row.product_id and image.source_url = ${url} and image.file is null
     where row.import_id = ${id}`.execute(trx)
  return rows.map(({ product_id }) => product_id)
}

/** Counts the pictures as part of the import, so that it can still be undone; not if the product changed since. */
export async function followVersions(
  trx: Transaction,
  id: number,
  saved: readonly { id: number; before: number; after: number }[],
): Promise<void> {
  await sql`
    update product_import_rows row set imported_version = saved.after
      from jsonb_to_recordset(${JSON.stringify(saved)}::jsonb) as saved (id int, before int, after int)
     where row.import_id = ${id} and row.product_id = saved.id and row.imported_version = saved.before`.execute(trx)
}

export async function recordPicture(
  trx: Transaction,
  id: number,
  { url, error }: { url: string; error: string | null },
): Promise<void> {
  await sql`
    update product_import_pictures set state = case when ${error}::text is null then 'stored' else 'failed' end, error = ${error}
     where import_id = ${id} and url = ${url}`.execute(trx)
}

export async function findFailedPictures(
  db: Database,
  id: number,
  limit: number,
): Promise<{ url: string; error: string }[]> {
  const { rows } = await sql<{ url: string; error: string }>`
    select url, error from product_import_pictures where import_id = ${id} and state = 'failed' order by url limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Gives staged pictures the file of a picture that was fetched from the same address before. */
export async function reuseFetchedPictures(
  db: Database,
  staged: { table: RawBuilder<unknown>; condition: RawBuilder<unknown> },
  lines: readonly number[],
): Promise<void> {
  await sql`
    update ${staged.table} row set images = known.images
      from (
        select line, jsonb_agg(case when fetched.file is null then image.value
            else image.value || jsonb_build_object('file', fetched.file) end order by image.place) as images
          from ${staged.table} source cross join lateral jsonb_array_elements(images) with ordinality as image (value, place)
          left join lateral (
            select file from product_images
             where source_url = image.value ->> 'source_url' and file is not null and image.value ->> 'file' is null
             order by id limit 1) fetched on true
         where ${staged.condition} and line = any(${lines}::int[]) and images is not null
         group by line having bool_or(fetched.file is not null)) known
     where ${staged.condition} and row.line = known.line`.execute(db)
}
