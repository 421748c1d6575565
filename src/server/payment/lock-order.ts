import type { Transaction } from '#server/platform/database/connection.ts'
import { lockOrderRow } from './ledger.queries.ts'

export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrderRow>>>

/** The order, locked against every other change until the transaction ends; undefined if there is none. */
export const lockOrder = (trx: Transaction, orderId: number): Promise<LockedOrder | undefined> =>
  lockOrderRow(trx, orderId)
