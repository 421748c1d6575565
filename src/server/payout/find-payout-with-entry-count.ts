import type { Month } from '#domain/month.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findPayeeId, findPayout } from './payout.queries.ts'

/**
 * Finds a member's payout of a month, by member number or email, with its number of entries. Commands call it in the
 * transaction in which they change it.
 */
export async function findPayoutWithEntryCount(
  trx: Transaction,
  month: Month,
  numberOrEmail: string,
): Promise<{ memberId: number; name: string; expectedEntries: number } | undefined> {
  const memberId = await findPayeeId(trx, numberOrEmail)
  const payout = memberId === undefined ? undefined : await findPayout(trx, month, memberId)
  return payout && { memberId: payout.member_id, name: payout.name, expectedEntries: payout.entries.length }
}
