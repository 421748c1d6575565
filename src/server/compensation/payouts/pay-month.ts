import { type Month, shopDayOf } from '#domain/calendar/month.ts'
import { type Cents, cents } from '#domain/money/money.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findReadyList, findUnpaidBefore, lockForPaying, setPaid, sumOpen } from './pay-month.queries.ts'

export type PayRefusal =
  | { code: 'month_not_closed' }
  | { code: 'month_already_paid' }
  | { code: 'earlier_month_unpaid'; month: string }
  | { code: 'total_mismatch'; totalCents: Cents }

/** `open`: payouts that are not sent with it, because they are on hold, have failed, or have no destination. */
export type Payable = { payees: number; open: number }
/** Payable, with the hash of all payees and destinations: another list may have the same total. */
export type PayableList = Payable & { list: string }

/**
 * Marks a closed month as paid, once and in order (docs/plan §4.3, §9; docs/back-office §5): payouts that can be sent
 * are booked as sent, and the rest stays open in its month. The given total is that of the owner's bank list and must
 * match to the cent.
 */
export async function payMonth(
  trx: Transaction,
  { month, totalCents, by, at = new Date() }: { month: Month; totalCents: Cents; by: string; at?: Date },
): Promise<Result<Payable, PayRefusal>> {
  const payable = await findPayable(trx, month, totalCents)
  return payable.ok ? { ok: true, ...(await bookPayable(trx, month, payable, { by, at })) } : payable
}

/**
 * Books the payouts found payable in the same transaction. Members can change their payout method without waiting for
 * the month's lock; if one just did, the transaction is retried.
 */
export async function bookPayable(
  trx: Transaction,
  month: Month,
  { payees, open, list }: PayableList,
  { by, at = new Date() }: { by: string; at?: Date },
): Promise<Payable> {
  const bookedHash = await setPaid(trx, month, { by, on: shopDayOf(at.getTime()) })
  if (bookedHash !== list) throw new PayoutListChangedError()
  return { payees, open }
}

/** Makes the transaction retry with the current list. */
class PayoutListChangedError extends Error {
  readonly code = '40001'
}

/** Counts the payouts that are paid by it; locks the month. */
export async function findPayable(
  trx: Transaction,
  month: Month,
  totalCents: Cents,
): Promise<Result<PayableList, PayRefusal>> {
  const monthRow = await lockForPaying(trx, month)
  if (!monthRow?.closed_at || monthRow.closed_externally) return refuse({ code: 'month_not_closed' })
  if (monthRow.paid_at) return refuse({ code: 'month_already_paid' })
  const unpaidMonth = await findUnpaidBefore(trx, month)
  if (unpaidMonth) return refuse({ code: 'earlier_month_unpaid', month: unpaidMonth })
  const ready = await findReadyList(trx, month)
  if (ready.totalCents !== totalCents) return refuse({ code: 'total_mismatch', totalCents: cents(ready.totalCents) })
  const open = await sumOpen(trx, month)
  return { ok: true, payees: ready.payees, open: open.payees - ready.payees, list: ready.hash }
}
