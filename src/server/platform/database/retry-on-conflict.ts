import { setTimeout as pause } from 'node:timers/promises'

/** SQLSTATE serialization_failure and deadlock_detected: PostgreSQL requests a retry of the whole transaction. */
const RETRYABLE_CODES = new Set(['40001', '40P01'])
const MAX_ATTEMPTS = 3

/** Reports whether PostgreSQL aborted a transaction in favor of others; its changes are rolled back. */
export const isAbortedForConflict = (error: unknown): boolean =>
  RETRYABLE_CODES.has((error as { code?: string } | undefined)?.code ?? '')

/** Makes up to three attempts at a transaction that has no effect if it fails. */
export async function retryOnConflict<Value>(
  attempt: () => Promise<Value>,
  canRetry: (error: unknown) => boolean,
): Promise<Value> {
  for (let n = 1; ; n++) {
    try {
      return await attempt()
    } catch (error) {
      if (n === MAX_ATTEMPTS || !canRetry(error)) throw error
      // Two transactions that deadlocked and restart at the same instant would deadlock again.
      await pause(Math.random() * 20 * n)
    }
  }
}
