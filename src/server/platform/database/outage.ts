import { setTimeout as pause } from 'node:timers/promises'

/** SQLSTATE read_only_sql_transaction: the server is a standby, or has become one. */
export const READ_ONLY = '25006'

/**
 * SQLSTATE query_canceled: the server's statement timeout expired. Usually the statement waited for a row locked by a
 * transaction whose commit waits for a missing standby.
 */
const QUERY_CANCELED = '57014'

/**
 * Codes by which PostgreSQL and the socket report that the database is unreachable, starting, shutting down or no longer the
 * primary.
 */
const OUTAGE =
  /^(08|57P0|57014|53300|25006|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ERR_STREAM_DESTROYED)/
const OUTAGE_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|server closed the connection|Client has encountered a connection error|Client was closed and is not queryable/i

export function isOutage(error: unknown): boolean {
  const { code, syscall, message } = error as { code?: unknown; syscall?: unknown; message?: unknown }
  if (typeof code === 'string' && OUTAGE.test(code) && (code !== 'ENOENT' || syscall === 'connect')) return true
  return typeof message === 'string' && OUTAGE_TEXT.test(message)
}

/** A caller that has already waited for a timeout should not wait again. */
const hasWaited = (error: unknown): boolean => {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return code === 'ETIMEDOUT' || code === QUERY_CANCELED || (typeof message === 'string' && /timeout/.test(message))
}

/**
 * An outage is reported this long after the first failure. After a fail-over the new primary is usually found by then,
 * and a last connection attempt still ends within the 3 s of docs/product §11.1.
 */
const DEFAULT_RETRY_MS = 500
const FIRST_PAUSE_MS = 50
const MAX_PAUSE_MS = 1_000

/**
 * Retries work interrupted by an outage, for a limited time. `work` must be safe to repeat, even after it succeeded.
 */
export async function retryOnConnectionLoss<Value>(
  work: () => Promise<Value>,
  canRetry: () => boolean = () => true,
  retryMs = DEFAULT_RETRY_MS,
): Promise<Value> {
  let deadline: number | undefined
  for (let delayMs = FIRST_PAUSE_MS; ; delayMs = Math.min(2 * delayMs, MAX_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      const now = performance.now()
      deadline ??= now + retryMs - (hasWaited(error) ? DEFAULT_RETRY_MS : 0)
      if (!isOutage(error) || !canRetry() || now + delayMs > deadline) throw error
    }
    await pause(delayMs)
  }
}
