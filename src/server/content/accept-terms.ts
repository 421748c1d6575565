import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { insertAcceptance } from './terms.queries.ts'

/**
 * Records that a new user accepted the terms (docs/back-office §4): the version that was shown to them, or the latest for
 * a client that names none. A shop without terms records nothing.
 */
export const acceptTerms = (trx: Transaction, userId: UserId, shown?: number | undefined): Promise<void> =>
  insertAcceptance(trx, userId, shown)
