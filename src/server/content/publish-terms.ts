import { type Result, refuse } from '#domain/result.ts'
import { type Actor, actorName } from '#server/audit/actor.ts'
import { recordAction } from '#server/audit/record-action.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { findTerms, insertTerms } from './terms.queries.ts'

/** The terms as they are now; undefined until some were published. */
export const readTerms = (db: Database) => findTerms(db)

/** Publishes the next version of the terms. Who registered before has accepted the one of then. */
export async function publishTerms(
  trx: Transaction,
  actor: Actor,
  given: string,
): Promise<Result<{ version: number }, 'empty' | 'same'>> {
  const text = given.trim()
  if (text === '') return refuse('empty')
  const before = await findTerms(trx)
  if (before?.text === text) return refuse('same')
  const version = await insertTerms(trx, text, actorName(actor))
  await recordAction(trx, actor, {
    action: 'terms.published',
    subject: { kind: 'shop', id: 'terms' },
    ...(before && { before: { version: before.version } }),
    after: { version },
  })
  return { ok: true, version }
}
