import { type Cents, cents } from '#domain/money.ts'
import type { Month } from '#domain/month.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findUnpaidBefore, lockForPaying, setPaid, sumPayable } from './pay-month.queries.ts'

export type PayRefusal =
  | { code: 'not_closed' }
  | { code: 'already_paid' }
  | { code: 'earlier_month_unpaid'; month: string }
  | { code: 'other_total'; totalCents: Cents }

/**
 * Marks a closed month as paid, once and in order (docs/plan §4.3, §9). The given total is that of the owner's bank
 * list: the money sent must equal the cards to the cent.
 */
export async function payMonth(
  trx: Transaction,
  month: Month,
  totalCents: Cents,
): Promise<Result<{ payees: number }, PayRefusal>> {
  const payable = await findPayable(trx, month, totalCents)
  if (payable.ok) await setPaid(trx, month)
  return payable
}

/** How many are paid by it; locks the month. */
export async function findPayable(
  trx: Transaction,
  month: Month,
  totalCents: Cents,
): Promise<Result<{ payees: number }, PayRefusal>> {
  const facts = await lockForPaying(trx, month)
  if (!facts?.closed_at || facts.closed_elsewhere) return refuse({ code: 'not_closed' })
  if (facts.paid_at) return refuse({ code: 'already_paid' })
  const earlier = await findUnpaidBefore(trx, month)
  if (earlier) return refuse({ code: 'earlier_month_unpaid', month: earlier })
  const payable = await sumPayable(trx, month)
  if (payable.totalCents !== totalCents) return refuse({ code: 'other_total', totalCents: cents(payable.totalCents) })
  return { ok: true, payees: payable.payees }
}
