import { type Result, refuse } from '#domain/result.ts'
import { type Actor, actorName } from '#server/audit/actor.ts'
import { recordAction } from '#server/audit/record-action.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { findTerms, insertTerms, lockTerms } from './terms.queries.ts'

/** The terms as they are now; undefined until some were published. */
export const readTerms = (db: Database) => findTerms(db)

export type PublishTermsRefusal = 'empty' | 'same' | 'changed_meanwhile'

/**
 * Publishes the next version of the terms. Who registered before has accepted the one of then. `seen` is the version
 * that was the latest when this one was written, null where there was none; left out, any may have been.
 */
export async function publishTerms(
  trx: Transaction,
  actor: Actor,
  given: string,
  { seen, reason }: { seen?: number | null; reason?: string } = {},
): Promise<Result<{ version: number }, PublishTermsRefusal>> {
  const text = given.trim()
  if (text === '') return refuse('empty')
  // Of two at once the second sees the first's.
  await lockTerms(trx)
  const before = await findTerms(trx)
  if (seen !== undefined && seen !== (before?.version ?? null)) return refuse('changed_meanwhile')
  if (before?.text === text) return refuse('same')
  const version = await insertTerms(trx, text, actorName(actor))
  await recordAction(trx, actor, {
    action: 'terms.published',
    subject: { kind: 'shop', id: 'terms' },
    ...(before && { before: { version: before.version } }),
    after: { version },
    ...(reason !== undefined && { reason }),
  })
  return { ok: true, version }
}
