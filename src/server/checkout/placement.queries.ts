import { sql } from 'kysely'
import { closedRoundSteps } from '#server/cart/order-cart.ts'
import { type ComposedEntry, entrySteps } from '#server/identity/audit/record-action.ts'
import {
  type GeneratedOrderColumns,
  orderSteps,
  type PlacedOrder,
  selectGeneratedColumns,
} from '#server/orders/write-order.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { prepared, preparedTogether, type Steps } from '#server/platform/database/prepared.ts'
import type { CartId, OrderId } from '#server/platform/database/tables.generated.ts'

export type PlacementKey = { visitorHash: Buffer; key: string; bodyHash: Buffer }

/** Keys are valid for 24 hours (docs/product §11.5). */
export const isAlive = sql<boolean>`created_at > now() - interval '24 hours'`

type StoredPlacement = { order_id: OrderId; body_hash: Buffer }

export const findPlacement = async (trx: Transaction, key: PlacementKey): Promise<StoredPlacement | undefined> =>
  (await queryPlacement(trx, key))[0]

const queryPlacement = prepared<PlacementKey, StoredPlacement>(
  ({ visitorHash, key }) => sql`
    select order_id, body_hash from idempotency_keys
     where visitor_hash = ${visitorHash} and key = ${key} and ${isAlive}`,
)

/** Without a key nothing is stored. */
type PlacementRecord = { [Part in keyof PlacementKey]: PlacementKey[Part] | null } & { orderId: OrderId }

const NO_KEY = { visitorHash: null, key: null, bodyHash: null }

/**
 * Replaces an older use of the key. If it was used less than a day ago, two placements raced: the transaction fails, is
 * retried, and then finds the other's order.
 */
const keySteps: Steps<PlacementRecord> = (placement) => sql`
    kept_key as (
      insert into idempotency_keys as kept (visitor_hash, key, body_hash, order_id)
      select ${placement.visitorHash}::bytea, ${placement.key}::text, ${placement.bodyHash}::bytea, ${placement.orderId}::integer
       where ${placement.key}::text is not null
      on conflict on constraint idempotency_keys_pkey do update
        set body_hash = excluded.body_hash, created_at = now(),
          order_id = case when kept.created_at <= now() - interval '24 hours' then excluded.order_id
            else raise_serialization_failure('the key was taken meanwhile') end)`

export async function storePlacement(trx: Transaction, record: PlacementKey & { orderId: OrderId }): Promise<void> {
  await insertKey(trx, { key: record })
}

const insertKey = preparedTogether<{ key: PlacementRecord }, never>({ key: keySteps }, sql`select where false`)

/**
 * Writes everything that placing a cart produces, except stock movements and emails: the order, the emptied cart, its
 * key and its audit entry.
 */
export async function writePlacement(
  trx: Transaction,
  placement: { order: PlacedOrder; cartId: CartId; key: PlacementKey | undefined; entry: ComposedEntry },
): Promise<GeneratedOrderColumns | undefined> {
  const { order, cartId, key = NO_KEY, entry } = placement
  const [generated] = await insertPlacement(trx, { order, cart: { cartId }, key: { ...key, orderId: order.id }, entry })
  return generated
}

const insertPlacement = preparedTogether<
  { order: PlacedOrder; cart: { cartId: CartId }; key: PlacementRecord; entry: ComposedEntry },
  GeneratedOrderColumns
>({ order: orderSteps, cart: closedRoundSteps, key: keySteps, entry: entrySteps }, selectGeneratedColumns)

/** Deletes keys older than a day. Returns their number. */
export async function deleteOldPlacements(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where(sql<boolean>`created_at <= now() - interval '24 hours'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
