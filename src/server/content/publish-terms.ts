import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { findTerms, insertTerms, lockTerms } from './terms.queries.ts'

/** Returns the current terms; undefined until some are published. */
export const readTerms = (db: Database) => findTerms(db)

export type PublishTermsRefusal = Refusal<'empty' | 'unchanged' | 'stale'>

/**
 * Publishes the next version of the terms. Existing users accepted the version of their registration. `seen` is the
 * version on which the new text is based, null if there was none; undefined skips that check.
 */
export async function publishTerms(
  trx: Transaction,
  actor: Actor,
  { text: input, seen: expectedVersion, reason }: { text: string; seen?: number | null; reason?: string },
): Promise<Result<{ version: number }, PublishTermsRefusal>> {
  const text = input.trim()
  if (text === '') return refuse({ code: 'empty' })
  // Locked first, so that the second of two concurrent publications sees the first.
  await lockTerms(trx)
  const current = await findTerms(trx)
  if (expectedVersion !== undefined && expectedVersion !== (current?.version ?? null)) return refuse({ code: 'stale' })
  if (current?.text === text) return refuse({ code: 'unchanged' })
  const version = await insertTerms(trx, text, formatActorName(actor))
  await recordAction(trx, actor, {
    action: 'terms.published',
    subject: { kind: 'shop', id: 'terms' },
    ...(current && { before: { version: current.version } }),
    after: { version },
    ...(reason !== undefined && { reason }),
  })
  return { ok: true, version }
}
