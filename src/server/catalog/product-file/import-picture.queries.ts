import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'

export type PictureCounts = Record<'open' | 'waiting' | 'stored' | 'failed', number>

/** Pictures of the imported products that have only an address. */
const OPEN_ADDRESSES = (id: number) => sql`
  select distinct image.source_url as url from product_import_rows row
    join product_images image on image.product_id = row.product_id and image.file is null and image.source_url is not null
   where row.import_id = ${id} and row.result in ('imported', 'unchanged') and row.undo is null`

export async function countPictures(db: Database | Transaction, id: number): Promise<PictureCounts> {
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
