import type { NoValue, Result } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { endByNewsletter } from './delivery.queries.ts'
import type { Unsubscribing } from './unsubscribe-token.ts'

/**
 * Ends a subscription through a newsletter's link. May be repeated, and succeeds even if the subscriber no longer
 * exists.
 */
export async function unsubscribe(trx: Transaction, unsubscribing: Unsubscribing): Promise<Result<NoValue, never>> {
  await endByNewsletter(trx, unsubscribing)
  return { ok: true }
}
