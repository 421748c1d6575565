import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { insertAcceptance } from './terms.queries.ts'

/**
 * Records that a new user accepted the terms (docs/back-office §4): the version shown, or the latest for a client that
 * names none. Does nothing in a shop without terms.
 */
export const acceptTerms = (trx: Transaction, userId: UserId, version?: number | undefined): Promise<void> =>
  insertAcceptance(trx, userId, version)
