import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { setEnrollmentSponsor } from './sponsorship.queries.ts'

/**
 * Sets the sponsor of a user created in this transaction (docs/plan §2.1). A trigger has made the user the root of a
 * new tree; they have no downline yet, so no cycle can arise.
 */
export const enrollBelow = (trx: Transaction, memberId: UserId, sponsorId: UserId): Promise<void> =>
  setEnrollmentSponsor(trx, memberId, sponsorId)
