import { createHash } from 'node:crypto'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Actor } from './actor.ts'
import { erasePayloads, insertEntry, lockPayloads } from './audit.queries.ts'
import type { AuditSubject } from './entry.ts'

export type Person = {
  /** `users.id`; null for a guest, whose orders are passed as subjects. */
  memberId: number | null
  /** The person's other data, such as orders. Entries about it name the person too. */
  subjects?: readonly AuditSubject[]
  reason: string
}

/** Identifies which payloads an erasure emptied, without revealing whose they were. */
export const hashEntryIds = (entryIds: readonly number[]): string =>
  createHash('sha256').update(JSON.stringify(entryIds)).digest('hex')

/**
 * Empties the audit log's payloads about a member. Entries and seals remain, and one more entry records the actor and
 * the erased payloads. Returns their number.
 */
export async function erasePerson(
  trx: Transaction,
  actor: Actor,
  { memberId, subjects = [], reason }: Person,
): Promise<number> {
  const entryIds = await lockPayloads(trx, memberId, subjects)
  if (entryIds.length === 0) return 0
  const erasedBy = await insertEntry(trx, actor, {
    action: 'member.audit_entries_erased',
    // The subject is the log, not the member, so that this entry survives a second erasure.
    subject: { kind: 'shop', id: 'audit' },
    after: { member: memberId, entries: entryIds.length, hash: hashEntryIds(entryIds) },
    reason,
  })
  await erasePayloads(trx, entryIds, erasedBy)
  return entryIds.length
}
