import { addressFields } from '#domain/addresses/address.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

/** Lists a member's delivery addresses in order of creation. */
export const listAddresses = (db: Database, userId: UserId) =>
  db
    .selectFrom('user_addresses')
    .select(['id', ...addressFields])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
