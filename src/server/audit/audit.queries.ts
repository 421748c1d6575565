import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database/connection.ts'
import { type Actor, actorName } from './actor.ts'
import type { AuditEntry } from './entry.ts'

export async function insertEntry(
  trx: Transaction,
  actor: Actor,
  { action, subject, before, after, reason }: AuditEntry,
): Promise<void> {
  const id = actor.kind === 'staff' ? actor.staffId : actor.kind === 'customer' ? (actor.userId ?? null) : null
  const origin = 'requestId' in actor || 'address' in actor ? actor : undefined
  const payload = { by: actorName(actor), from: origin?.address, before, after, reason }
  await sql`
    with entry as (
      insert into audit_entries (actor_kind, actor_id, role, action, subject_kind, subject_id, request_id)
      values (${actor.kind}, ${id}, ${actor.kind === 'staff' ? actor.role : null}, ${action}, ${subject.kind},
        ${String(subject.id)}, ${origin?.requestId ?? null})
      returning id)
    insert into audit_payloads (entry_id, payload) select id, ${JSON.stringify(payload)}::jsonb from entry`.execute(trx)
}
