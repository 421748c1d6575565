import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { userTables } from '#server/identity/credentials/account-tables.ts'
import { deleteSecondFactor } from '#server/identity/credentials/second-factors.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Services } from '#server/platform/services.ts'
import { lockAccount } from './account.queries.ts'
import {
  cancelRecentErasure,
  deleteRecentPayoutMethods,
  findLastChangeSince,
  findUndoLink,
  restoreEmail,
  voidChangesSince,
} from './email-change.queries.ts'
import { deleteLinks } from './password-link.queries.ts'
import { deleteRecentSecondFactor } from './second-factor.queries.ts'
import { endAllSessions } from './sessions.ts'
import { isEmailTaken, lockEmails } from './taken-email.queries.ts'
import { catchEmailConflict } from './unique-email.ts'

/**
 * Restores an account to the email it had before a change. Ends all sessions, the password, the second factor, and the
 * links and reserved emails of later changes. Payouts go to their previous destination, and a requested erasure is
 * canceled. Emails a link to set a password to the restored address. The first change wins over all later ones, whose
 * links end with it. A refusal leaves the link unused.
 */
export async function restoreAccount(
  trx: Transaction,
  tokenHash: Buffer,
  { jobs }: Pick<Services, 'jobs'>,
): Promise<Result<NoValue, Refusal<'link_expired' | 'email_taken'>>> {
  const link = await findUndoLink(trx, tokenHash)
  if (!link) return refuse({ code: 'link_expired' })
  await lockEmails(trx, [link.old_email])
  const account = await lockAccount(trx, link.user_id)
  const change = await findUndoLink(trx, tokenHash)
  if (!change) return refuse({ code: 'link_expired' })
  const { user_id: userId, old_email } = change

  const changedAt = await findLastChangeSince(trx, change)
  if (changedAt === undefined) {
    // Staff changed the account's email, or it was never changed.
    if (account.email !== old_email) return refuse({ code: 'link_expired' })
    if (account.email_verified_at === null) await deleteSecondFactor(trx, userTables, userId)
    else await deleteRecentSecondFactor(trx, userId, change.created_at)
  } else {
    // The owner of the old email is unknown, and the new email has been verified since.
    const isReverified = account.email_verified_at !== null && account.email_verified_at > changedAt
    if (isReverified && !change.old_was_verified) return refuse({ code: 'link_expired' })
    if (await isEmailTaken(trx, old_email, userId)) return refuse({ code: 'email_taken' })
    await deleteSecondFactor(trx, userTables, userId)
  }
  const restored = await catchEmailConflict(() => restoreEmail(trx, userId, old_email))
  if (!restored.ok) return restored
  await voidChangesSince(trx, change)
  await deleteRecentPayoutMethods(trx, userId, change.created_at)
  await cancelRecentErasure(trx, userId, change.created_at)
  await endAllSessions(trx, userId)
  await deleteLinks(trx, userId)
  await jobs.queue(trx, 'mail', [{ mail: 'account_taken_back', user_id: userId }])
  return { ok: true }
}
