import { type Cents, cents } from '#domain/money.ts'
import { type Month, shopDayOf } from '#domain/month.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findUnpaidBefore, lockForPaying, setPaid, sumOpen, sumReady } from './pay-month.queries.ts'

export type PayRefusal =
  | { code: 'not_closed' }
  | { code: 'already_paid' }
  | { code: 'earlier_month_unpaid'; month: string }
  | { code: 'other_total'; totalCents: Cents }

/** `open`: payouts that are not sent with it, because they are held, have failed, or nobody knows where to. */
export type Payable = { payees: number; open: number }

/**
 * Marks a closed month as paid, once and in order (docs/plan §4.3, §9; docs/back-office §5): what can be sent is booked
 * as sent, and the rest stays open in its month. The given total is that of the owner's bank list, which must be what
 * is sent to the cent.
 */
export async function payMonth(
  trx: Transaction,
  month: Month,
  totalCents: Cents,
  { by, at = new Date() }: { by: string; at?: Date },
): Promise<Result<Payable, PayRefusal>> {
  const payable = await findPayable(trx, month, totalCents)
  if (payable.ok) await setPaid(trx, month, { by, on: shopDayOf(at.getTime()) })
  return payable
}

/** How many are paid by it; locks the month. */
export async function findPayable(
  trx: Transaction,
  month: Month,
  totalCents: Cents,
): Promise<Result<Payable, PayRefusal>> {
  const facts = await lockForPaying(trx, month)
  if (!facts?.closed_at || facts.closed_elsewhere) return refuse({ code: 'not_closed' })
  if (facts.paid_at) return refuse({ code: 'already_paid' })
  const earlier = await findUnpaidBefore(trx, month)
  if (earlier) return refuse({ code: 'earlier_month_unpaid', month: earlier })
  const ready = await sumReady(trx, month)
  if (ready.totalCents !== totalCents) return refuse({ code: 'other_total', totalCents: cents(ready.totalCents) })
  const open = await sumOpen(trx, month)
  return { ok: true, payees: ready.payees, open: open.payees - ready.payees }
}
