import type { Transaction } from '#server/platform/database/connection.ts'
import type { Actor } from './actor.ts'
import { type ComposedEntry, composeEntry, entrySteps, insertEntry } from './audit.queries.ts'
import type { AuditEntry } from './entry.ts'

/** Writes an entry of the audit log in the transaction of the action (docs/back-office §2); the sealer chains it later. */
export async function recordAction(trx: Transaction, actor: Actor, entry: AuditEntry): Promise<void> {
  await insertEntry(trx, actor, entry)
}

export type { ComposedEntry }
/** For a statement that writes what was done as well. */
export { composeEntry, entrySteps }
