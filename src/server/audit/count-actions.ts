import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { countEntriesOf } from './audit.queries.ts'
import type { AuditSubject } from './entry.ts'

/** How often that was done to it; what was erased of an entry counts, too. */
export const countActions = (db: Database | Transaction, action: string, subject: AuditSubject): Promise<number> =>
  countEntriesOf(db, action, subject)
