import { type RefusedResult, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findVersionFacts } from './order-version.queries.ts'
import { computeOrderVersion } from './order-version.ts'

/**
 * Refuses a change that is based on another version of the order, such as a second submission of the same form. The
 * caller has locked the order and confirmed that it exists; without an expected version, nothing is refused.
 */
export async function refuseStale(
  trx: Transaction,
  orderId: number,
  expectedVersion: string | undefined,
): Promise<RefusedResult<{ code: 'stale' }> | undefined> {
  if (expectedVersion === undefined) return undefined
  const facts = await findVersionFacts(trx, orderId)
  return facts && computeOrderVersion(facts) === expectedVersion ? undefined : refuse({ code: 'stale' })
}
