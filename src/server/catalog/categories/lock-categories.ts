import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database/connection.ts'

/**
 * Serializes changes of categories, with the lock that `check_category_levels()` takes. An import holds it while it puts
 * products into categories that it finds by name; it is taken before products are locked.
 */
export async function lockCategories(trx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('category levels', 0))`.execute(trx)
}
