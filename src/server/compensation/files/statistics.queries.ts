import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'

const WORTH_IT = 1000

/** After many changes queries would be planned by outdated figures; outside of any transaction, which VACUUM demands. */
export async function refreshStatistics(db: Database, changed: number): Promise<void> {
  if (changed < WORTH_IT) return
  await sql`vacuum (analyze) counted_orders, order_returns, point_entries`.execute(db)
}
