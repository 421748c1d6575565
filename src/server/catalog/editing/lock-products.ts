import type { Transaction } from '#server/platform/database/connection.ts'
import { lockContents, type VersionedContent } from './content.queries.ts'

/** Locks the products in the order of their ids. Returns the versions and contents of those that exist, by id. */
export const lockProducts = (trx: Transaction, ids: readonly number[]): Promise<Map<number, VersionedContent>> =>
  lockContents(trx, ids)
