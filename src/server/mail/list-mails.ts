import type { Database } from '#server/platform/database/connection.ts'
import { findMailsOf, findQueued, findUndelivered, type MailOf, type WaitingMail } from './undelivered-mails.queries.ts'

export type { MailOf, WaitingMail }

/** Lists the oldest thousand emails of either kind: undelivered and still queued. */
export async function listMails(db: Database): Promise<{ undelivered: WaitingMail[]; queued: WaitingMail[] }> {
  return { undelivered: await findUndelivered(db), queued: await findQueued(db) }
}

/** Lists the emails about an order, including its returns. */
export const listMailsOf = (db: Database, orderId: number, returnIds: readonly number[]): Promise<MailOf[]> =>
  findMailsOf(db, orderId, returnIds)
