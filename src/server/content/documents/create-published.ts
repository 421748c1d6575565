import type { DocumentContent } from '#contract/content/documents.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findNextChange } from './change-documents.ts'
import { findCurrentTime, insertDocument, insertVersion, setPublished } from './document.queries.ts'

/**
 * Publishes the first version of a document, whose body needs no sanitizing. Returns false, and changes nothing, if the
 * document exists.
 */
export async function createPublished(
  trx: Transaction,
  actor: Actor,
  { slug = '', content: { kind, body } }: { slug?: string; content: DocumentContent },
): Promise<boolean> {
  const id = await insertDocument(trx, kind, slug)
  if (id === undefined) return false
  const number = await insertVersion(trx, id, { body, madeBy: formatActorName(actor) })
  await setPublished(trx, id, { number, nextChangeAt: findNextChange(kind, body, await findCurrentTime(trx)) })
  await recordAction(trx, actor, {
    action: 'content.published',
    subject: { kind: 'content', id },
    after: { document: slug || kind, version: number },
  })
  return true
}
