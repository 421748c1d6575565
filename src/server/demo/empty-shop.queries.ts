import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'

export async function isEmptyShop(db: Database): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select 1 from products) and not exists (select 1 from orders) as empty`.execute(db)
  return rows[0]?.empty === true
}

/** Returns whether the shop was once closed for its setup, whether or not it is open now. */
export async function isBeingSetUp(db: Database): Promise<boolean> {
  const setting = await db.selectFrom('settings').select('key').where('key', '=', 'open_to_visitors').executeTakeFirst()
  return setting !== undefined
}
