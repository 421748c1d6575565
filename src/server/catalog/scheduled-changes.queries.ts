import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'

export async function hasDueChanges(db: Database): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from products where next_change_at <= now()) as due`.execute(db)
  return rows[0]?.due === true
}

/**
 * Updates products whose sale or visible period has begun or ended; a trigger computes their columns. Locks them in the
 * order of their ids, like placing an order. Returns their number.
 */
export async function updateDueProducts(db: Database, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with due as (
      select id from products where next_change_at <= now() order by id limit ${limit} for no key update)
    update products set next_change_at = null from due where products.id = due.id`.execute(db)
  return Number(numAffectedRows)
}
