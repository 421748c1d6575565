import { type Result, refuse } from '#domain/result.ts'
import { mergeGuestCart } from '../cart/merge-guest-cart.ts'
import type { Database, Transaction } from '../database/connect.ts'
import type { UserId } from '../database/tables.generated.ts'
import { maySignIn } from './may-sign-in.ts'
import { findUserByEmail, lockAccount } from './member.queries.ts'
import { isPassword } from './password.ts'
import type { CodeRefusal, SecondFactors } from './second-factor.ts'
import { endSession, openSession } from './sessions.ts'

export type SignInRefusal = 'sign_in_failed' | CodeRefusal
/** The account, and the hash that its password was compared with. */
type Known = { userId: UserId; passwordHash: string }

/**
 * Whose email and password these are. One refusal after one hash's time for every cause (docs/security G12), so this is
 * never called inside a transaction.
 */
export async function checkSignIn(
  db: Database,
  typed: { email: string; password: string },
): Promise<Result<Known, 'sign_in_failed'>> {
  const user = await findUserByEmail(db, typed.email)
  const isRight = await isPassword(typed.password, user?.password_hash)
  if (!user?.password_hash || !isRight || !maySignIn(user.status)) return refuse('sign_in_failed')
  return { ok: true, userId: user.id, passwordHash: user.password_hash }
}

/**
 * Opens a session for whom `checkSignIn` knows, and ends the one the browser had; the guest's cart goes into the user's.
 * A refusal uses nothing up, no code either.
 */
export async function signIn(
  trx: Transaction,
  { userId, passwordHash }: Known,
  browser: { code: string; cartToken: string | undefined; sessionToken: string | undefined },
  at: Date,
  { secondFactors }: { secondFactors: SecondFactors },
): Promise<Result<{ token: string }, SignInRefusal>> {
  // The password that was compared can have been voided or changed meanwhile.
  const account = await lockAccount(trx, userId)
  if (account.password_hash !== passwordHash || !maySignIn(account.status)) return refuse('sign_in_failed')
  const passed = await secondFactors.pass(trx, userId, browser.code, at)
  if (!passed.ok) return passed
  if (browser.cartToken !== undefined) await mergeGuestCart(trx, browser.cartToken, userId)
  const token = await openSession(trx, userId)
  if (browser.sessionToken !== undefined) await endSession(trx, browser.sessionToken)
  return { ok: true, token }
}
