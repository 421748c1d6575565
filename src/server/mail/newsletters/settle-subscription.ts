import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { settleSubscription as settle } from './subscription.queries.ts'

/**
 * Confirms or declines through the emailed link: the newsletter is sent from now on, or never unless they subscribe
 * again.
 */
export async function settleSubscription(
  trx: Transaction,
  tokenHash: Buffer,
  state: 'confirmed' | 'ended',
): Promise<Result<NoValue, Refusal<'link_expired'>>> {
  return (await settle(trx, tokenHash, state)) ? { ok: true } : refuse({ code: 'link_expired' })
}
