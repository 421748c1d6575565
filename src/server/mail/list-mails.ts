import type { Database } from '#server/platform/database/connection.ts'
import { findQueued, findUndelivered, type WaitingMail } from './undelivered-mails.queries.ts'

export type { WaitingMail }

/** The oldest thousand mails of either kind: given up, and still in the queue. */
export async function listMails(db: Database): Promise<{ undelivered: WaitingMail[]; queued: WaitingMail[] }> {
  return { undelivered: await findUndelivered(db), queued: await findQueued(db) }
}
