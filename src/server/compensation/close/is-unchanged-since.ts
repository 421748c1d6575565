import type { Month } from '#domain/month.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { hasChangedSince } from './close-month.queries.ts'

/**
 * Whether nothing that the month is made of has changed since a preview saw the network, as far as is committed: for
 * pages. Who acts on it asks `isStillAs` under the locks.
 */
export const isUnchangedSince = async (db: Database, month: Month, seen: number): Promise<boolean> =>
  !(await hasChangedSince(db, month, seen))
