import type { Address } from '#domain/address/address.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findAddresses } from './account.queries.ts'

/** Lists a member's delivery addresses in order of creation. */
export const listAddresses = (db: Database, userId: UserId): Promise<(Address & { id: number })[]> =>
  findAddresses(db, userId)
