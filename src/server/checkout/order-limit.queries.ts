import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { prepared } from '#server/platform/database/prepared.ts'
import { isAlive, type PlacementKey } from './placement.queries.ts'

export type PlacementCount = { placed: number; wait: number }

/**
 * Adds this placement to those of the last hour, by IP address and by buyer. Returns the current count of each and the
 * seconds until its oldest expires. The rows stay locked, so that concurrent placements count separately. A placement
 * repeated under its key is not counted again.
 */
export const countPlacement = (
  trx: Transaction,
  keys: { ipKey: string; buyerKey: string },
  key: PlacementKey | undefined,
): Promise<PlacementCount[]> =>
  insertCounts(trx, { ...keys, visitorHash: key?.visitorHash ?? null, idempotencyKey: key?.key ?? null })

type CountValues = { ipKey: string; buyerKey: string; visitorHash: Buffer | null; idempotencyKey: string | null }

const insertCounts = prepared<CountValues, PlacementCount>(
  ({ ipKey, buyerKey, visitorHash, idempotencyKey }) => sql`
    insert into placement_counts as count (kind, key, placed_at)
    select kind, counted, array[now()] from (values ('from', ${ipKey}), ('of', ${buyerKey})) placement (kind, counted)
     where not exists (select from idempotency_keys
       where visitor_hash = ${visitorHash} and key = ${idempotencyKey} and ${isAlive})
    on conflict on constraint placement_counts_pkey do update
      set placed_at = array(select at from unnest(count.placed_at) at where at > now() - interval '1 hour' order by at)
        || now()
    returning cardinality(placed_at) as placed,
      greatest(1, ceil(extract(epoch from placed_at[1] + interval '1 hour' - now())))::int as wait`,
)

export async function deleteOldPlacementCounts(db: Database): Promise<void> {
  await sql`delete from placement_counts
    where not exists (select 1 from unnest(placed_at) at where at > now() - interval '1 hour')`.execute(db)
}
