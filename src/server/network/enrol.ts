import type { Transaction } from '../database/connect.ts'
import type { UserId } from '../database/tables.generated.ts'
import { setEnrolmentSponsor } from './sponsorship.queries.ts'

/**
 * Gives a user who was made in this transaction their sponsor (docs/plan §2.1). Every user stands in the tree from the
 * start, by a trigger, at the top of one of their own; nobody is below them yet, so that no circle can close.
 */
export const enrolBelow = (trx: Transaction, memberId: UserId, sponsorId: UserId): Promise<void> =>
  setEnrolmentSponsor(trx, memberId, sponsorId)
