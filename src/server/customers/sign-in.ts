import type { Refusal, Result } from '#domain/result.ts'
import type { Credentials } from '#server/identity/credentials/check-password.ts'
import type { CodeRefusal } from '#server/identity/credentials/second-factors.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { lockCredentials } from './credentials.ts'
import type { SecondFactors } from './second-factor.ts'
import { endSession, openSession } from './sessions.ts'

export type SignInRefusal = Refusal<'sign_in_failed'> | CodeRefusal
/** Injected, because carts belong to a higher tier. */
export type MergeGuestCart = (trx: Transaction, cartToken: string, userId: UserId) => Promise<void>

/**
 * Opens a session for the user that `checkUserPassword` returned and ends the browser's previous session; the guest's cart
 * is merged into the user's. A refusal consumes nothing, including recovery codes.
 */
export async function signIn(
  trx: Transaction,
  {
    credentials,
    browser,
  }: {
    credentials: Credentials<UserId>
    browser: { code: string; cartToken: string | undefined; sessionToken: string | undefined }
  },
  { now, secondFactors, mergeGuestCart }: { now: Date; secondFactors: SecondFactors; mergeGuestCart: MergeGuestCart },
): Promise<Result<{ token: string }, SignInRefusal>> {
  const { id: userId } = credentials
  const lockResult = await lockCredentials(trx, credentials)
  if (!lockResult.ok) return lockResult
  const passed = await secondFactors.pass(trx, userId, browser.code, now)
  if (!passed.ok) return passed
  if (browser.cartToken !== undefined) await mergeGuestCart(trx, browser.cartToken, userId)
  const token = await openSession(trx, userId)
  if (browser.sessionToken !== undefined) await endSession(trx, browser.sessionToken)
  return { ok: true, token }
}
