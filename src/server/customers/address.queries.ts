import { sql } from 'kysely'
import { type Address, addressFields } from '#domain/addresses/address.ts'
import { addressColumns } from '#server/platform/database/address-columns.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserAddressId, UserId } from '#server/platform/database/tables.generated.ts'

/** Keeps an account from growing without limit. */
export const MAX_ADDRESSES = 50

/** Changes one of the user's addresses, or adds one if no ID is given. */
export async function upsertAddress(
  trx: Transaction,
  userId: UserId,
  id: number | undefined,
  address: Address,
): Promise<'saved' | 'not_found' | 'too_many_addresses'> {
  if (id !== undefined) {
    const changed = await trx
      .updateTable('user_addresses')
      .set(address)
      .where('id', '=', id as UserAddressId)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst()
    return changed ? 'saved' : 'not_found'
  }
  const { rows } = await sql`
    insert into user_addresses (user_id, ${addressColumns})
    select ${userId}, ${addressColumns} from json_populate_record(null::user_addresses, ${JSON.stringify(address)})
     where (select count(*) from user_addresses where user_id = ${userId}) < ${MAX_ADDRESSES}
    returning id`.execute(trx)
  return rows.length === 1 ? 'saved' : 'too_many_addresses'
}

export const findAddress = (db: Database | Transaction, userId: UserId, id: number) =>
  db
    .selectFrom('user_addresses')
    .select(addressFields)
    .where('id', '=', id as UserAddressId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Returns false if the user has no such address. */
export async function deleteAddress(trx: Transaction, userId: UserId, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('user_addresses')
    .where('id', '=', id as UserAddressId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
