import type { Transaction } from '../database/connect.ts'
import type { Services } from '../services.ts'
import { maySignIn } from './may-sign-in.ts'
import { findUserByEmail } from './member.queries.ts'

/** Queues the mail with a link to set a password. The caller learns nothing of whether there is such an account. */
export async function mailPasswordLink(
  trx: Transaction,
  email: string,
  { jobs }: Pick<Services, 'jobs'>,
): Promise<void> {
  const user = await findUserByEmail(trx, email)
  if (!user || !maySignIn(user.status)) return
  // Who never set a password gets the longer-lived first link again.
  const mail = user.password_hash === null ? 'set_password' : 'reset_password'
  await jobs.queue(trx, 'mail', [{ mail, user_id: user.id }])
}
