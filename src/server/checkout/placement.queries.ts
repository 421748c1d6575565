import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { prepared } from '#server/platform/database/prepared.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'

export type PlacementKey = { visitorHash: Buffer; key: string; bodyHash: Buffer }

/** Keys live for 24 hours (docs/product §11.5). */
const alive = sql<boolean>`created_at > now() - interval '24 hours'`

export const findPlacement = async (
  trx: Transaction,
  key: PlacementKey,
): Promise<{ order_id: OrderId; body_hash: Buffer } | undefined> => (await findByKey(trx, key))[0]

const findByKey = prepared<PlacementKey, { order_id: OrderId; body_hash: Buffer }>(
  ({ visitorHash, key }) => sql`
    select order_id, body_hash from idempotency_keys
     where visitor_hash = ${visitorHash} and key = ${key} and ${alive}`,
)

/** False if the key was used less than a day ago; an older use is replaced. */
export const keepPlacement = async (trx: Transaction, kept: PlacementKey & { orderId: OrderId }): Promise<boolean> =>
  (await insertPlacement(trx, kept)).length > 0

const insertPlacement = prepared<PlacementKey & { orderId: OrderId }, { order_id: OrderId }>(
  (kept) => sql`
    insert into idempotency_keys as kept (visitor_hash, key, body_hash, order_id)
      values (${kept.visitorHash}, ${kept.key}, ${kept.bodyHash}, ${kept.orderId})
      on conflict on constraint one_result_per_key do update
        set body_hash = excluded.body_hash, order_id = excluded.order_id, created_at = now()
        where kept.created_at <= now() - interval '24 hours'
      returning order_id`,
)

/** Deletes keys older than a day; returns how many. */
export async function deleteOldPlacements(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where(sql<boolean>`created_at <= now() - interval '24 hours'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
