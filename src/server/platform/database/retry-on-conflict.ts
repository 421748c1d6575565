import { setTimeout as pause } from 'node:timers/promises'

/** SQLSTATE serialization_failure and deadlock_detected: PostgreSQL requests a retry of the whole transaction. */
const TRY_AGAIN = new Set(['40001', '40P01'])
const ATTEMPTS = 3

/** Reports whether PostgreSQL aborted a transaction in favor of others; its changes are rolled back. */
export const isAbortedForConflict = (fault: unknown): boolean =>
  TRY_AGAIN.has((fault as { code?: string } | undefined)?.code ?? '')

/** Makes up to three attempts at a transaction that has no effect if it fails. */
export async function retryOnConflict<Value>(
  attempt: () => Promise<Value>,
  mayTryAgain: (fault: unknown) => boolean,
): Promise<Value> {
  for (let n = 1; ; n++) {
    try {
      return await attempt()
    } catch (fault) {
      if (n === ATTEMPTS || !mayTryAgain(fault)) throw fault
      // Two transactions that deadlocked and restart at the same instant would deadlock again.
      await pause(Math.random() * 20 * n)
    }
  }
}
