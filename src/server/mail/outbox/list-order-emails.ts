import type { Database } from '#server/platform/database/connection.ts'
import { findOrderEmails, type OrderMail } from './undelivered-emails.queries.ts'

export type { OrderMail }

/** Lists the emails about an order, including its returns. */
export const listOrderEmails = (db: Database, orderId: number, returnIds: readonly number[]): Promise<OrderMail[]> =>
  findOrderEmails(db, orderId, returnIds)
