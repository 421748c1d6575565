import type { Profile } from '#contract/customers/calls.ts'
import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Services } from '#server/platform/services.ts'
import { lockAccount } from './account.queries.ts'
import {
  cancelPendingChange,
  extendPendingChange,
  findPendingChange,
  insertEmailChange,
  setName,
} from './email-change.queries.ts'
import { lockSession, type Session } from './sessions.ts'
import { isEmailTaken } from './taken-email.queries.ts'

type Jobs = Pick<Services, 'jobs'>
export type SaveProfileRefusal = Refusal<'not_signed_in' | 'email_taken'>

/**
 * Saves the name. A new email is pending until the link mailed to it is used (docs/product §11). The old email is
 * notified immediately, with a link that restores the account. Replaces any pending change.
 */
export async function saveProfile(
  trx: Transaction,
  { user: { id }, tokenHash }: Session,
  profile: Profile,
  { jobs }: Jobs,
): Promise<Result<NoValue, SaveProfileRefusal>> {
  const account = await lockAccount(trx, id)
  // The account may have been restored a moment ago, which ended this session.
  if (!(await lockSession(trx, tokenHash))) return refuse({ code: 'not_signed_in' })
  await setName(trx, id, profile)
  if (profile.email === account.email) return { ok: true }
  if (await isEmailTaken(trx, profile.email, id)) return refuse({ code: 'email_taken' })
  await cancelPendingChange(trx, id)
  const changeId = await insertEmailChange(trx, {
    user_id: id,
    old_email: account.email,
    new_email: profile.email,
    old_was_verified: account.email_verified_at !== null,
  })
  await jobs.queue(trx, 'mail', [
    { mail: 'email_change_asked', email_change_id: changeId },
    { mail: 'confirm_email', email_change_id: changeId },
  ])
  return { ok: true }
}

export async function cancelEmailChange(trx: Transaction, { user }: Session): Promise<void> {
  await lockAccount(trx, user.id)
  await cancelPendingChange(trx, user.id)
}

/** Emails a new link to the pending address; the previous link ends. */
export async function resendEmailChange(
  trx: Transaction,
  { user }: Session,
  { jobs }: Jobs,
): Promise<Result<NoValue, Refusal<'no_pending_email_change'>>> {
  await lockAccount(trx, user.id)
  const pendingChange = await findPendingChange(trx, user.id)
  if (!pendingChange) return refuse({ code: 'no_pending_email_change' })
  await extendPendingChange(trx, pendingChange.id)
  await jobs.queue(trx, 'mail', [{ mail: 'confirm_email', email_change_id: pendingChange.id }])
  return { ok: true }
}
