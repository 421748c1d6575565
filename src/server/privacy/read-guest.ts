import { hashVersion } from '#server/platform/crypto/hash-version.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { findOpenOrders } from './open-business.queries.ts'
import {
  countPersonRows,
  findGuestKeys,
  findMailIds,
  findOrdersById,
  findPersonId,
  hasMessages,
} from './person.queries.ts'

const MAX_ORDERS = 20

/** Reads the guest orders of an email address and its account, if any; undefined if there are neither, nor messages. */
export async function readGuest(db: Database | Transaction, email: string) {
  const account = await findPersonId(db, email)
  const keys = await findGuestKeys(db, email)
  if (keys.orders.length === 0 && !account && !(await hasMessages(db, email))) return undefined
  const [orders, open, tables, mails] = await Promise.all([
    findOrdersById(db, keys.orders, MAX_ORDERS),
    findOpenOrders(db, keys.orders),
    countPersonRows(db, keys),
    findMailIds(db, keys),
  ])
  return {
    memberId: account?.id ?? null,
    orderCount: keys.orders.length,
    orders,
    open,
    tables,
    mails: mails.length,
    version: hashVersion(keys.orders, open, tables, mails.length),
  }
}
export type GuestFile = NonNullable<Awaited<ReturnType<typeof readGuest>>>
