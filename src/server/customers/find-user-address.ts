import type { Address } from '#domain/addresses/address.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findAddress } from './address.queries.ts'

/** Returns undefined if there is no such address, if it belongs to another user, or for a guest. */
export async function findUserAddress(
  db: Database | Transaction,
  userId: UserId | undefined,
  addressId: number,
): Promise<Address | undefined> {
  return userId === undefined ? undefined : findAddress(db, userId, addressId)
}
