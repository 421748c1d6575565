import type { Database } from '#server/platform/database/connection.ts'
import { surveyNotices } from './survey-notices.ts'

/** The open orders that an open notice is exact or probable for: their money may be there already (docs/back-office §3). */
export const findOrdersWithNotice = async (db: Database): Promise<ReadonlySet<number>> =>
  (await surveyNotices(db)).orders
