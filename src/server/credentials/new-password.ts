import { type Result, refuse } from '#domain/result.ts'
import { hashPassword, isCommonPassword } from './password.ts'

export type WeakPassword = 'password_is_email' | 'password_too_common'

/**
 * The hash of a password that its owner has chosen. Refuses what is guessed first: one of the most common, or the email
 * or what stands before its @. A hash takes long on purpose, so this is never called inside a transaction.
 */
export async function hashNewPassword(
  password: string,
  email: string,
): Promise<Result<{ passwordHash: string }, WeakPassword>> {
  const typed = password.trim().toLowerCase()
  if (typed === email || typed === email.slice(0, email.lastIndexOf('@'))) return refuse('password_is_email')
  if (await isCommonPassword(password)) return refuse('password_too_common')
  return { ok: true, passwordHash: await hashPassword(password) }
}
