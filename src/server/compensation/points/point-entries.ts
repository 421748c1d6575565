import type { Month } from '#domain/calendar/month.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { CountedOrderId, OrderReturnId, UserId } from '#server/platform/database/tables.generated.ts'
import { insertEntry } from './points.queries.ts'

type Entry = {
  countedOrderId: CountedOrderId
  memberId: UserId | null
  month: Month
  points: number
  description: string
}

/** Credits a counted order's points to its credited member, once: the ledger refuses a second credit. */
export async function insertCredit(trx: Transaction, { memberId, ...entry }: Entry): Promise<void> {
  if (memberId !== null) await insertEntry(trx, { ...entry, memberId, cause: 'order', returnId: null })
}

/** Debits points at the instant of the return, once per return. */
export async function insertDebit(
  trx: Transaction,
  { memberId, kind, ...entry }: Entry & { returnId: OrderReturnId; kind: 'cancellation' | 'return'; at: Date },
): Promise<void> {
  if (memberId !== null) await insertEntry(trx, { ...entry, memberId, cause: kind })
}
