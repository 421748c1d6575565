import type { DocumentKey, DocumentKind } from '#contract/content/documents.ts'
import { fillPath, pagePatterns } from '#contract/paths.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findCurrentTime, findDocument, insertPreview } from './document.queries.ts'
import { rulesOf } from './document-kinds.ts'

const PREVIEW_MS = 7 * 24 * 60 * 60 * 1000

/** Creates a link to the newest version that anyone who has it can open for seven days. */
export async function createPreview(
  trx: Transaction,
  actor: Actor,
  document: DocumentKey,
): Promise<Result<{ path: string; expiresAt: Date }, Refusal<'not_found'>>> {
  const row = await findDocument(trx, document)
  if (!row || rulesOf(row.kind as DocumentKind).hasPreviewLink === false) return refuse({ code: 'not_found' })
  const token = makeToken()
  const expiresAt = new Date((await findCurrentTime(trx)).getTime() + PREVIEW_MS)
  await insertPreview(trx, row.id, { tokenHash: hashToken(token), number: row.number, expiresAt })
  await recordAction(trx, actor, {
    action: 'content.preview_created',
    subject: { kind: 'content', id: row.id },
    after: { document: row.slug || row.kind, version: row.number, expires_at: expiresAt.toISOString() },
  })
  return { ok: true, path: fillPath(pagePatterns.contentPreview, { token }), expiresAt }
}
