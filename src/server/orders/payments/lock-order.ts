import type { Transaction } from '#server/platform/database/connection.ts'
import { lockOrderRow } from './ledger.queries.ts'

export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrderRow>>>

/** Returns the order, locked against other changes until the transaction ends; undefined if there is none. */
export const lockOrder = (trx: Transaction, orderId: number): Promise<LockedOrder | undefined> =>
  lockOrderRow(trx, orderId)
