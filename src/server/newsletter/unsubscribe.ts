import type { Done, Result } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { endByNewsletter } from './delivery.queries.ts'
import type { Unsubscribing } from './unsubscribe-token.ts'

/** Ends a subscription by the link of a newsletter. However often, and whether or not they are still there: none is sent. */
export async function unsubscribe(trx: Transaction, unsubscribing: Unsubscribing): Promise<Result<Done, never>> {
  await endByNewsletter(trx, unsubscribing)
  return { ok: true }
}
