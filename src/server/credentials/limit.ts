import { TooOften } from '#server/http/errors.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { countAttempt } from './attempts.ts'

/**
 * Counts an attempt in a transaction of its own, so that it stays counted whatever becomes of the call, or throws 429.
 * Counts nothing where limits are switched off.
 */
export const makeLimit =
  ({ config, db }: Pick<Services, 'config' | 'db'>) =>
  async (limits: Parameters<typeof countAttempt>[1]): Promise<void> => {
    if (!config.rateLimits) return
    const counted = await inTransaction(db, (trx) => countAttempt(trx, limits))
    if (!counted.ok) throw new TooOften(counted.refusal.waitSeconds)
  }
