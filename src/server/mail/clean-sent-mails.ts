import type { Database } from '#server/platform/database/connection.ts'
import { deleteSentBefore } from './outbox.queries.ts'

/** As long as somebody asks what they were mailed; then there is no reason to keep to whom the shop wrote. */
const KEPT_DAYS = 180

export const cleanSentMails = (db: Database): Promise<void> => deleteSentBefore(db, KEPT_DAYS)
