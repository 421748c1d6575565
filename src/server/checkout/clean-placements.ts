import type { Database } from '../database/connect.ts'
import { deleteOldPlacements } from './placement.queries.ts'

/** Forgets idempotency keys older than 24 hours (product.md §11); returns how many. */
export const cleanPlacements = (db: Database): Promise<number> => deleteOldPlacements(db)
