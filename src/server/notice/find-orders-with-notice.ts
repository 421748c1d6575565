import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { findNoticesMark } from './notice.queries.ts'
import { surveyNotices } from './survey-notices.ts'

/**
 * Returns the open orders that an open bank transaction matches exactly or probably: their money may have arrived
 * already (docs/back-office §3).
 */
export const findOrdersWithNotice = async (db: Database): Promise<ReadonlySet<number>> =>
  (await surveyNotices(db)).orders

/** Returns a mark that changes when the result may have changed because of new bank data. */
export const markOfNotices = (db: Database | Transaction): Promise<string> => findNoticesMark(db)
