import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { AuditEntry } from './entry.ts'

/** Counts how often an action was done to a subject, including entries whose payload was erased. */
export async function countActions(
  db: Database | Transaction,
  action: string,
  { kind, id }: AuditEntry['subject'],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_entries
     where subject_kind = ${kind} and subject_id = ${String(id)} and action = ${action}`.execute(db)
  return rows[0]?.count ?? 0
}
