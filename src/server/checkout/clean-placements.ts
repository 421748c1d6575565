import type { Database } from '#server/platform/database/connection.ts'
import { deleteOldPlacementCounts } from './order-limit.queries.ts'
import { deleteOldPlacements } from './placement.queries.ts'

/**
 * Deletes idempotency keys older than 24 hours (docs/product §11.5) and counts older than an hour. Returns the
 * number of keys.
 */
export async function cleanPlacements(db: Database): Promise<number> {
  await deleteOldPlacementCounts(db)
  return deleteOldPlacements(db)
}
