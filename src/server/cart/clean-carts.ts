import type { Database } from '#server/platform/database/connection.ts'
import { deleteExpiredCarts } from './cart.queries.ts'

/** Deletes carts unused for 60 days (docs/product §3.3). Returns their number. */
export const cleanCarts = (db: Database): Promise<number> => deleteExpiredCarts(db)
