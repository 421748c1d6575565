import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { findNoticesMark } from './notice.queries.ts'
import { surveyNotices } from './survey-notices.ts'

/** The open orders that an open notice is exact or probable for: their money may be there already (docs/back-office §3). */
export const findOrdersWithNotice = async (db: Database): Promise<ReadonlySet<number>> =>
  (await surveyNotices(db)).orders

/** Is another once these orders may be others, because of what the bank says since. */
export const markOfNotices = (db: Database | Transaction): Promise<string> => findNoticesMark(db)
