import { createHash } from 'node:crypto'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Actor } from './actor.ts'
import { erasePayloads, insertEntry, lockPayloadsOf } from './audit.queries.ts'
import type { AuditSubject } from './entry.ts'

export type Person = {
  /** `users.id`; null of a guest, whose orders are given as subjects. */
  memberId: number | null
  /** Whatever else is theirs, such as their orders: entries about it name them, too. */
  subjects?: readonly AuditSubject[]
  reason: string
}

/** Says which payloads an erasure emptied, without saying whose they were. */
export const hashErased = (entryIds: readonly number[]): string =>
  createHash('sha256').update(JSON.stringify(entryIds)).digest('hex')

/**
 * Empties what the audit log tells of a member; entries and seals stay, and one more entry says who did it, and which
 * payloads they were. Returns how many.
 */
export async function erasePerson(
  trx: Transaction,
  actor: Actor,
  { memberId, subjects = [], reason }: Person,
): Promise<number> {
  const entryIds = await lockPayloadsOf(trx, memberId, subjects)
  if (entryIds.length === 0) return 0
  const erasedBy = await insertEntry(trx, actor, {
    action: 'member.audit_erased',
    // About the log, not about the member: it must outlive a second erasure.
    subject: { kind: 'shop', id: 'audit' },
    after: { member: memberId, entries: entryIds.length, hash: hashErased(entryIds) },
    reason,
  })
  await erasePayloads(trx, entryIds, erasedBy)
  return entryIds.length
}
