import type { Database } from '#server/platform/database/connection.ts'
import { deleteExpiredCarts } from './cart.queries.ts'

/** Removes carts nobody has used for 60 days (docs/product §3.3); returns how many. */
export const cleanCarts = (db: Database): Promise<number> => deleteExpiredCarts(db)
