import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { CodeRefusal } from '#server/identity/credentials/second-factors.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Services } from '#server/platform/services.ts'
import { lockAccount } from './account.queries.ts'
import { confirmChange, findConfirmLink } from './email-change.queries.ts'
import { deleteLinks } from './password-link.queries.ts'
import type { SecondFactors } from './second-factor.ts'
import { isEmailTaken, lockEmails } from './taken-email.queries.ts'
import { catchEmailConflict } from './unique-email.ts'

type Proof = { tokenHash: Buffer /** Hash that the password was compared with. */; passwordHash: string; code: string }
export type ConfirmEmailRefusal = Refusal<'link_expired' | 'password_incorrect' | 'email_taken'> | CodeRefusal

/**
 * Makes the new email the account's. The old one is reserved for 7 days, during which its link restores the account. A
 * refusal leaves the link unused.
 */
export async function confirmEmail(
  trx: Transaction,
  { tokenHash, passwordHash, code }: Proof,
  { now, jobs, secondFactors }: Pick<Services, 'jobs'> & { now: Date; secondFactors: SecondFactors },
): Promise<Result<NoValue, ConfirmEmailRefusal>> {
  const change = await findConfirmLink(trx, tokenHash)
  if (!change?.new_email) return refuse({ code: 'link_expired' })
  const { id, user_id, old_email, new_email } = change
  // Locks the old email too, so that a concurrent registration finds it reserved.
  await lockEmails(trx, [old_email, new_email])
  const account = await lockAccount(trx, user_id)
  if (!(await findConfirmLink(trx, tokenHash))) return refuse({ code: 'link_expired' })
  if (account.password_hash !== passwordHash) return refuse({ code: 'password_incorrect' })
  const passed = await secondFactors.pass(trx, user_id, code, now)
  if (!passed.ok) return passed
  if (await isEmailTaken(trx, new_email, user_id)) return refuse({ code: 'email_taken' })
  const changed = await catchEmailConflict(() =>
    confirmChange(trx, { id, user_id, new_email }, account.email_verified_at !== null),
  )
  if (!changed.ok) return changed
  // Links mailed to the old mailbox must no longer set or prove anything.
  await deleteLinks(trx, user_id)
  await jobs.queue(trx, 'mail', [{ mail: 'email_changed', email_change_id: id }])
  return { ok: true }
}
