import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { setEnrolmentSponsor } from './sponsorship.queries.ts'

/**
 * Sets the sponsor of a user made in this transaction (docs/plan §2.1). A trigger has put the user at the top of a tree
 * of their own; nobody is below them yet, so no circle can close.
 */
export const enrolBelow = (trx: Transaction, memberId: UserId, sponsorId: UserId): Promise<void> =>
  setEnrolmentSponsor(trx, memberId, sponsorId)
