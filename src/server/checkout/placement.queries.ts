import { sql } from 'kysely'
import type { ReservedOrder } from '#server/order/order.queries.ts'
import { reservedOrderColumns } from '#server/order/write-order.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { prepared } from '#server/platform/database/prepared.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'

export type PlacementKey = { visitorHash: Buffer; key: string; bodyHash: Buffer }

/** Keys live for 24 hours (docs/product §11.5). */
export const isAlive = sql<boolean>`created_at > now() - interval '24 hours'`

type KeptPlacement = { order_id: OrderId; body_hash: Buffer }

export const findPlacement = async (trx: Transaction, key: PlacementKey): Promise<KeptPlacement | undefined> =>
  (await findByKey(trx, key))[0]

const findByKey = prepared<PlacementKey, KeptPlacement>(
  ({ visitorHash, key }) => sql`
    select order_id, body_hash from idempotency_keys
     where visitor_hash = ${visitorHash} and key = ${key} and ${isAlive}`,
)

/** The number that the order will have, and what was placed under the key before; without a key, nothing was. */
export async function beginPlacement(
  trx: Transaction,
  key: PlacementKey | undefined,
): Promise<{ reserved: ReservedOrder; earlier: KeptPlacement | undefined }> {
  const [begun] = await reserve(trx, { visitorHash: key?.visitorHash ?? null, key: key?.key ?? null })
  if (!begun) throw new Error('a sequence has a next value')
  const { id, placedAt, order_id, body_hash } = begun
  return { reserved: { id, placedAt }, earlier: order_id && body_hash ? { order_id, body_hash } : undefined }
}

const reserve = prepared<
  { visitorHash: Buffer | null; key: string | null },
  ReservedOrder & { [Kept in keyof KeptPlacement]: KeptPlacement[Kept] | null }
>(
  ({ visitorHash, key }) => sql`
    select ${reservedOrderColumns}, order_id, body_hash from (values (1)) once left join idempotency_keys
      on visitor_hash = ${visitorHash} and key = ${key} and ${isAlive}`,
)

/**
 * An older use of the key is replaced. If it was used less than a day ago, two placements raced under it: the transaction
 * fails and begins again, and then finds the other's order.
 */
export async function keepPlacement(trx: Transaction, kept: PlacementKey & { orderId: OrderId }): Promise<void> {
  await insertPlacement(trx, kept)
}

const insertPlacement = prepared<PlacementKey & { orderId: OrderId }, never>(
  (kept) => sql`
    insert into idempotency_keys as kept (visitor_hash, key, body_hash, order_id)
      values (${kept.visitorHash}, ${kept.key}, ${kept.bodyHash}, ${kept.orderId})
      on conflict on constraint one_result_per_key do update
        set body_hash = excluded.body_hash, created_at = now(),
          order_id = case when kept.created_at <= now() - interval '24 hours' then excluded.order_id
            else begin_again('the key was taken meanwhile') end`,
)

/** Deletes keys older than a day; returns how many. */
export async function deleteOldPlacements(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where(sql<boolean>`created_at <= now() - interval '24 hours'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
