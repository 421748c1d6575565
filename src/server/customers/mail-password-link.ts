import type { Transaction } from '#server/platform/database/connection.ts'
import type { Services } from '#server/platform/services.ts'
import { findUserByEmail } from './account.queries.ts'
import { canSignIn } from './can-sign-in.ts'

/** Queues the email with a link to set a password. The result does not reveal whether the account exists. */
export async function mailPasswordLink(
  trx: Transaction,
  email: string,
  { jobs }: Pick<Services, 'jobs'>,
): Promise<void> {
  const user = await findUserByEmail(trx, email)
  if (!user || !canSignIn(user.status)) return
  // A user who never set a password gets the longer-lived first link again.
  const mail = user.password_hash === null ? 'set_password' : 'reset_password'
  await jobs.queue(trx, 'mail', [{ mail, user_id: user.id }])
}
