import type { Transaction } from '#server/platform/database/connection.ts'
import type { Actor } from './actor.ts'
import { type ComposedEntry, composeEntry, entrySteps, insertEntries, insertEntry } from './audit.queries.ts'
import type { AuditEntry } from './entry.ts'

/** Writes an audit entry in the transaction of the action (docs/back-office §2). The sealer chains it later. */
export async function recordAction(trx: Transaction, actor: Actor, entry: AuditEntry): Promise<void> {
  await insertEntry(trx, actor, entry)
}

/** Writes the entries of an action on many subjects in one statement. */
export async function recordActions(trx: Transaction, actor: Actor, entries: readonly AuditEntry[]): Promise<void> {
  await insertEntries(
    trx,
    entries.map((entry) => composeEntry(actor, entry)),
  )
}

export type { ComposedEntry }
/** For statements that also write the audited change. */
export { composeEntry, entrySteps }
