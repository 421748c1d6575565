import type { Database } from '#server/platform/database/connection.ts'
import { findOrderMails, type OrderMail } from './undelivered-mails.queries.ts'

export type { OrderMail }

/** Lists the emails about an order, including its returns. */
export const listOrderMails = (db: Database, orderId: number, returnIds: readonly number[]): Promise<OrderMail[]> =>
  findOrderMails(db, orderId, returnIds)
