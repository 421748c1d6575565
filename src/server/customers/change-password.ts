import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { replacePassword } from './account.queries.ts'
import { expireOlderLinks } from './expire-links.ts'
import { endAllSessions, openSession } from './sessions.ts'

/**
 * Replaces the password (both given as hashes), ends all sessions and older links, and opens a new session. Refuses if
 * the old hash is no longer the user's, so that only one of two concurrent changes succeeds.
 */
export async function changePassword(
  trx: Transaction,
  userId: UserId,
  { from: oldHash, to: newHash }: { from: string; to: string },
): Promise<Result<{ token: string }, Refusal<'password_incorrect'>>> {
  if (!(await replacePassword(trx, userId, oldHash, newHash))) return refuse({ code: 'password_incorrect' })
  await endAllSessions(trx, userId)
  await expireOlderLinks(trx, userId)
  return { ok: true, token: await openSession(trx, userId) }
}
