import type { Database } from '#server/platform/database/connection.ts'
import { findMailsOf, type MailOf } from './undelivered-mails.queries.ts'

export type { MailOf }

/** Lists the emails about an order, including its returns. */
export const listMailsOf = (db: Database, orderId: number, returnIds: readonly number[]): Promise<MailOf[]> =>
  findMailsOf(db, orderId, returnIds)
