import { sql } from 'kysely'
import type { Address } from '#domain/address/address.ts'
import type { Database } from '#server/platform/database/connection.ts'

/** As `user_addresses_by_house` has it. */
const house = sql`(left(zip, 5) || ' ' || coalesce(substring(address_1 from '[0-9]+'), '')) collate "C"`

export type AddressRow = { id: number; user_id: number; house: string; address: Address; counts: boolean }

/** The next addresses along the houses, and whether their account was enrolled before an instant: one range of the index. */
export async function readAddresses(
  db: Database,
  { house: from, id }: { house: string; id: number },
  before: Date,
  limit: number,
): Promise<AddressRow[]> {
  const { rows } = await sql<AddressRow>`
    select address.id, user_id, ${house} as house, to_jsonb(address) as address, users.created_at < ${before} as counts
      from user_addresses address join users on users.id = user_id
     where (${house}, address.id) > (${from} collate "C", ${id}::int)
     order by ${house}, address.id limit ${limit}`.execute(db)
  return rows
}

export const findOrders = (db: Database, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('counted_orders')
        .select(['id', 'order_no', 'order_id', 'month_cv_cents', 'month_pv'])
        .where(sql<boolean>`id = any(${ids}::int[])`)
        .execute()
