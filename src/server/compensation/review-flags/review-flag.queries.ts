import { sql } from 'kysely'
import type { Address } from '#domain/addresses/address.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

/** The expression of the index `user_addresses_house_idx`. */
const HOUSE = sql`(left(zip, 5) || ' ' || coalesce(substring(address_1 from '[0-9]+'), '')) collate "C"`

export type AddressRow = { id: number; user_id: number; house: string; address: Address; counts: boolean }

/** The next addresses ordered by house, and whether their account was enrolled before an instant: one index range. */
export async function readAddresses(
  db: Database,
  { house: fromHouse, id }: { house: string; id: number },
  before: Date,
  limit: number,
): Promise<AddressRow[]> {
  const { rows } = await sql<AddressRow>`
    select address.id, user_id, ${HOUSE} as house, to_jsonb(address) as address, users.created_at < ${before} as counts
      from user_addresses address join users on users.id = user_id
     where (${HOUSE}, address.id) > (${fromHouse} collate "C", ${id}::int)
     order by ${HOUSE}, address.id limit ${limit}`.execute(db)
  return rows
}

export type ExpiredRow = { id: UserId; expires_on: string }

/**
 * Accounts whose license expired before a day, latest first, after the given one: one range of the index of expiring
 * licenses.
 */
export async function findExpired(
  db: Database,
  { before, after, limit }: { before: string; after: ExpiredRow | undefined; limit: number },
): Promise<ExpiredRow[]> {
  const cursorCondition = after
    ? sql`and (license_expires_on, id) < (${after.expires_on}::date, ${after.id}::int)`
    : sql``
  const { rows } = await sql<ExpiredRow>`
    select id, to_char(license_expires_on, 'YYYY-MM-DD') as expires_on from users
     where license_expires_on is not null and license_number <> '' and license_refusal is null
       and status in ('pending', 'active') and license_expires_on < ${before}::date ${cursorCondition}
     order by license_expires_on desc, id desc limit ${limit}`.execute(db)
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
