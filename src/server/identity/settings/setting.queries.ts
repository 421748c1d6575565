import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'

/** Serializes changes without blocking reads. */
export async function lockSettings(trx: Transaction): Promise<void> {
  await sql`lock table settings in share row exclusive mode`.execute(trx)
}

export type LastChange = { key: string; made_at: Date; actor_name: string }

/** Finds the last change of each setting; unchanged ones are left out. */
export async function findLastChanges(db: Database, keys: readonly string[]): Promise<LastChange[]> {
  const { rows } = await sql<LastChange>`
    select wanted.key, latest.made_at, latest.actor_name from unnest(${keys}::text[]) as wanted (key)
     cross join lateral (
      select made_at, actor_name from audit_entries
       where subject_kind = 'setting' and subject_id = wanted.key and action = 'setting.changed'
       order by id desc limit 1) latest`.execute(db)
  return rows
}
