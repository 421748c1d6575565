import { consistsOfKnownWords } from '#domain/customers/known-words-password.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Services } from '#server/platform/services.ts'
import { hashPassword, isCommonPassword } from './password.ts'

export type WeakPassword = Refusal<'password_is_email' | 'password_too_common' | 'password_of_known_words'>

export type PasswordOwner = { email: string; names: readonly string[] }

/**
 * Hashes a password that its owner has chosen. Refuses the ones guessed first: the most common, the email or the part
 * before its @, and words that identify the person and the shop. Hashing is slow on purpose, so never call this inside
 * a transaction.
 */
export async function hashNewPassword(
  password: string,
  { email, names }: PasswordOwner,
  { settings, config }: Pick<Services, 'settings' | 'config'>,
): Promise<Result<{ passwordHash: string }, WeakPassword>> {
  const normalized = password.trim().toLowerCase()
  if (normalized === email || normalized === email.slice(0, email.lastIndexOf('@')))
    return refuse({ code: 'password_is_email' })
  if (await isCommonPassword(password)) return refuse({ code: 'password_too_common' })
  const person = [...names, email.slice(0, email.lastIndexOf('@'))]
  const knownWords = { person, shopName: settings.get('shop_name'), domain: new URL(config.publicUrl).hostname }
  if (consistsOfKnownWords(password, knownWords)) return refuse({ code: 'password_of_known_words' })
  return { ok: true, passwordHash: await hashPassword(password) }
}
