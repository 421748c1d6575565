import type { Database } from '#server/platform/database/connection.ts'
import { findMailsOf, findQueued, findUndelivered, type MailOf, type WaitingMail } from './undelivered-mails.queries.ts'

export type { MailOf, WaitingMail }

/** The oldest thousand mails of either kind: given up, and still in the queue. */
export async function listMails(db: Database): Promise<{ undelivered: WaitingMail[]; queued: WaitingMail[] }> {
  return { undelivered: await findUndelivered(db), queued: await findQueued(db) }
}

/** What was mailed of an order, its returns among it. */
export const listMailsOf = (db: Database, orderId: number, returnIds: readonly number[]): Promise<MailOf[]> =>
  findMailsOf(db, orderId, returnIds)
