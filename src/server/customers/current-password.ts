import { deleteLatestAttempt } from '#server/identity/credentials/attempts.ts'
import { makeLimit } from '#server/identity/credentials/limit.ts'
import { isPassword } from '#server/identity/credentials/password.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { Services } from '#server/platform/services.ts'
import { wrongPasswordProblem } from './account.errors.ts'
import { findPasswordHash } from './account.queries.ts'
import { WRONG_PASSWORDS_PER_ACCOUNT } from './limits.ts'

/**
 * Requires the current password, which a stranger at an unlocked browser does not know. Returns the hash it was
 * compared with, so that the caller notices a concurrent change. Throws 401, or 429 after too many wrong attempts. An
 * account without a password always fails.
 */
export function createPasswordGuard(services: Pick<Services, 'config' | 'db'>) {
  const limit = makeLimit(services)
  const { config, db } = services
  return async (userId: UserId, password: string): Promise<string> => {
    const attempt = { ...WRONG_PASSWORDS_PER_ACCOUNT, key: String(userId) }
    await limit([attempt])
    const stored = await findPasswordHash(db, userId)
    const isCorrect = await isPassword(password, stored)
    if (!isCorrect || !stored) throw wrongPasswordProblem()
    if (config.rateLimits) await deleteLatestAttempt(db, attempt)
    return stored
  }
}
