import type { Database } from '#server/platform/database/connection.ts'

/** Finds the product for sale that has this handle. */
export const findProductByHandle = (db: Database, handle: string) =>
  db.selectFrom('products').select('id').where('handle', '=', handle).where('active', '=', true).executeTakeFirst()
