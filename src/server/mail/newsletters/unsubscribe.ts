import type { NoValue, Result } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { endByNewsletter } from './delivery.queries.ts'
import type { UnsubscribeTarget } from './unsubscribe-token.ts'

/**
 * Ends a subscription through a newsletter's link. May be repeated, and succeeds even if the subscriber no longer
 * exists.
 */
export async function unsubscribe(trx: Transaction, target: UnsubscribeTarget): Promise<Result<NoValue, never>> {
  await endByNewsletter(trx, target)
  return { ok: true }
}
