import type { Refusal, Result } from '#domain/result.ts'
import { type Credentials, lockCredentials } from '#server/account/credentials.ts'
import type { CodeRefusal, SecondFactors } from '#server/account/second-factor.ts'
import { endSession, openSession } from '#server/account/sessions.ts'
import { mergeGuestCart } from '#server/cart/merge-guest-cart.ts'
import type { Transaction } from '#server/platform/database/connection.ts'

export type SignInRefusal = Refusal<'sign_in_failed'> | CodeRefusal

/**
 * Opens a session for the user that `checkPassword` returned and ends the browser's previous session; the guest's cart
 * is merged into the user's. A refusal consumes nothing, including recovery codes.
 */
export async function signIn(
  trx: Transaction,
  credentials: Credentials,
  browser: { code: string; cartToken: string | undefined; sessionToken: string | undefined },
  at: Date,
  { secondFactors }: { secondFactors: SecondFactors },
): Promise<Result<{ token: string }, SignInRefusal>> {
  const { userId } = credentials
  const locked = await lockCredentials(trx, credentials)
  if (!locked.ok) return locked
  const passed = await secondFactors.pass(trx, userId, browser.code, at)
  if (!passed.ok) return passed
  if (browser.cartToken !== undefined) await mergeGuestCart(trx, browser.cartToken, userId)
  const token = await openSession(trx, userId)
  if (browser.sessionToken !== undefined) await endSession(trx, browser.sessionToken)
  return { ok: true, token }
}
