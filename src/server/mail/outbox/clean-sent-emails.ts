import type { Database } from '#server/platform/database/connection.ts'
import { deleteSentBefore } from './outbox.queries.ts'

/** Recipients may ask during this time which emails they received; afterward there is no reason to store their
 * addresses. */
const RETENTION_DAYS = 180

export const cleanSentEmails = (db: Database): Promise<void> => deleteSentBefore(db, RETENTION_DAYS)
