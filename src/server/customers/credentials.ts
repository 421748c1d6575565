import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { areCurrent, type Credentials, checkPassword } from '#server/identity/credentials/check-password.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findUserByEmail, lockAccount } from './account.queries.ts'
import { canSignIn } from './can-sign-in.ts'

/** Finds the account with this email and password. */
export async function checkUserPassword(
  db: Database,
  input: { email: string; password: string },
): Promise<Result<Credentials<UserId>, Refusal<'sign_in_failed'>>> {
  const user = await findUserByEmail(db, input.email)
  return checkPassword(user && { ...user, maySignIn: canSignIn(user.status) }, input.password)
}

/** Locks the account. Refuses if the password has been voided or changed since it was compared. */
export async function lockCredentials(
  trx: Transaction,
  credentials: Credentials<UserId>,
): Promise<Result<NoValue, Refusal<'sign_in_failed'>>> {
  const account = await lockAccount(trx, credentials.id)
  if (areCurrent({ ...account, maySignIn: canSignIn(account.status) }, credentials)) return { ok: true }
  return refuse({ code: 'sign_in_failed' })
}
