import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { isPassword } from '#server/credentials/password.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findUserByEmail, lockAccount } from './account.queries.ts'
import { maySignIn } from './may-sign-in.ts'

/** An account, and the hash that its password was compared with. */
export type Credentials = { userId: UserId; passwordHash: string }

/**
 * Finds the account with this email and password. Every failure gives the same refusal and takes the time of one hash
 * (docs/security G12), so never call this inside a transaction.
 */
export async function checkPassword(
  db: Database,
  typed: { email: string; password: string },
): Promise<Result<Credentials, Refusal<'sign_in_failed'>>> {
  const user = await findUserByEmail(db, typed.email)
  const isRight = await isPassword(typed.password, user?.password_hash)
  if (!user?.password_hash || !isRight || !maySignIn(user.status)) return refuse({ code: 'sign_in_failed' })
  return { ok: true, userId: user.id, passwordHash: user.password_hash }
}

/** Locks the account. Refuses if the password has been voided or changed since it was compared. */
export async function lockCredentials(
  trx: Transaction,
  { userId, passwordHash }: Credentials,
): Promise<Result<NoValue, Refusal<'sign_in_failed'>>> {
  const account = await lockAccount(trx, userId)
  if (account.password_hash !== passwordHash || !maySignIn(account.status)) return refuse({ code: 'sign_in_failed' })
  return { ok: true }
}
