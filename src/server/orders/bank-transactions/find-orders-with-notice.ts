import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { findNoticesVersion } from './notice.queries.ts'
import { matchOpenNotices } from './survey-notices.ts'

/**
 * Returns the open orders that an open bank transaction matches exactly or probably: their money may have arrived
 * already (docs/back-office §3).
 */
export const findOrdersWithNotice = async (db: Database): Promise<ReadonlySet<number>> =>
  (await matchOpenNotices(db)).orders

/** Returns a mark that changes when the result may have changed because of new bank data. */
export const noticesVersion = (db: Database | Transaction): Promise<string> => findNoticesVersion(db)
