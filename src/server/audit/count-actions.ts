import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { countEntriesOf } from './audit.queries.ts'
import type { AuditSubject } from './entry.ts'

/** Counts how often an action was done to a subject, including entries whose payload was erased. */
export const countActions = (db: Database | Transaction, action: string, subject: AuditSubject): Promise<number> =>
  countEntriesOf(db, action, subject)
