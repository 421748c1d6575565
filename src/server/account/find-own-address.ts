import type { Address } from '#domain/address/address.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findAddress } from './address.queries.ts'

/** Undefined if there is no such address, if it is somebody else's, or if nobody is signed in. */
export async function findOwnAddress(
  db: Database | Transaction,
  userId: UserId | undefined,
  addressId: number,
): Promise<Address | undefined> {
  return userId === undefined ? undefined : findAddress(db, userId, addressId)
}
