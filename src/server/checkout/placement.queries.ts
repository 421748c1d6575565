import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'

export type PlacementKey = { visitorHash: Buffer; key: string; bodyHash: Buffer }

/** Keys live for 24 hours (docs/product §11.5). */
const alive = sql<boolean>`created_at > now() - interval '24 hours'`

export const findPlacement = (trx: Transaction, { visitorHash, key }: PlacementKey) =>
  trx
    .selectFrom('idempotency_keys')
    .select(['order_id', 'body_hash'])
    .where('visitor_hash', '=', visitorHash)
    .where('key', '=', key)
    .where(alive)
    .executeTakeFirst()

/** False if the key was used less than a day ago; an older use is replaced. */
export async function keepPlacement(trx: Transaction, kept: PlacementKey & { orderId: OrderId }): Promise<boolean> {
  const { rows } = await sql`insert into idempotency_keys as kept (visitor_hash, key, body_hash, order_id)
      values (${kept.visitorHash}, ${kept.key}, ${kept.bodyHash}, ${kept.orderId})
      on conflict on constraint one_result_per_key do update
        set body_hash = excluded.body_hash, order_id = excluded.order_id, created_at = now()
        where kept.created_at <= now() - interval '24 hours'
      returning order_id`.execute(trx)
  return rows.length > 0
}

/** Deletes keys older than a day; returns how many. */
export async function deleteOldPlacements(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where(sql<boolean>`created_at <= now() - interval '24 hours'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
