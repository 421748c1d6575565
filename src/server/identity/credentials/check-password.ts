import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { isPassword } from './password.ts'

/** An account, and the hash that its password was compared with. */
export type Credentials<Id extends number> = { id: Id; passwordHash: string }

type SignInAccount<Id extends number> = { id: Id; password_hash: string | null; maySignIn: boolean }

/**
 * Checks a typed password. Every failure, including an unknown email, gives the same refusal and takes the time of one
 * hash (docs/security G12), so never call this inside a transaction.
 */
export async function checkPassword<Id extends number>(
  account: SignInAccount<Id> | undefined,
  password: string,
): Promise<Result<Credentials<Id>, Refusal<'sign_in_failed'>>> {
  const isCorrect = await isPassword(password, account?.password_hash)
  if (!account?.password_hash || !isCorrect || !account.maySignIn) return refuse({ code: 'sign_in_failed' })
  return { ok: true, id: account.id, passwordHash: account.password_hash }
}

/** Returns false if the password of the locked account has been voided or changed since it was compared. */
export const areCurrent = <Id extends number>(
  account: Omit<SignInAccount<Id>, 'id'>,
  { passwordHash }: Credentials<Id>,
): boolean => account.password_hash === passwordHash && account.maySignIn
