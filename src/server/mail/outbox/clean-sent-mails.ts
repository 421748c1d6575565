import type { Database } from '#server/platform/database/connection.ts'
import { deleteSentBefore } from './outbox.queries.ts'

/** Recipients may ask during this time what they were sent; afterward there is no reason to keep their addresses. */
const KEPT_DAYS = 180

export const cleanSentMails = (db: Database): Promise<void> => deleteSentBefore(db, KEPT_DAYS)
