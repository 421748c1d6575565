import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { findTerms, insertTerms, lockTerms } from './terms.queries.ts'

/** `0` until some terms are published. */
export const toTermsVersion = (latest: { version: number } | undefined): string => String(latest?.version ?? 0)

/** Returns the current terms; undefined until some are published. */
export const readTerms = (db: Database) => findTerms(db)

export type PublishTermsRefusal = Refusal<'invalid' | 'terms_unchanged' | 'stale'>

/**
 * Publishes the next version of the terms. Existing users accepted the version of their registration. Refuses
 * if `expectedVersion`, on which the new text is based, is no longer the latest; undefined skips that check.
 */
export async function publishTerms(
  trx: Transaction,
  actor: Actor,
  { text: input, expectedVersion, reason }: { text: string; expectedVersion?: string; reason?: string },
): Promise<Result<{ version: number }, PublishTermsRefusal>> {
  const text = input.trim()
  if (text === '') return refuse({ code: 'invalid' })
  // Locked first, so that the second of two concurrent publications sees the first.
  await lockTerms(trx)
  const current = await findTerms(trx)
  if (expectedVersion !== undefined && expectedVersion !== toTermsVersion(current)) return refuse({ code: 'stale' })
  if (current?.text === text) return refuse({ code: 'terms_unchanged' })
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
