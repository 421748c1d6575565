import type { UnpaidOrder } from '#contract/orders/overdue.ts'
import { cents, toDollars } from '#domain/money/money.ts'
import { cancellationTime, findNextReminder } from '#domain/orders/due-date.ts'
import { listHoldReasons } from './list-hold-reasons.ts'
import type { UnpaidPageRow } from './unpaid.queries.ts'

/** Presents an order that is waiting for payment, with what the job will do next. */
export function presentUnpaid(
  row: UnpaidPageRow,
  hasTransaction: boolean,
  { today, isWorking }: { today: string; isWorking: boolean },
): UnpaidOrder {
  const holdReasons = listHoldReasons(row, hasTransaction)
  const { due_on: dueOn, payment_days: paymentDays } = row
  const isDue = isWorking && dueOn !== null && paymentDays !== null
  // A customer who claims to have paid gets no reminder.
  const reminder = isDue && !row.claimed ? findNextReminder(dueOn, paymentDays, today, row.reminded) : undefined
  return {
    order_id: row.id,
    name: `${row.first_name} ${row.last_name}`,
    email: row.email,
    payment_method: row.payment_type,
    payment_state: row.payment_state,
    placed_at: row.created_at.toISOString(),
    total: toDollars(cents(row.total_cents)),
    balance: toDollars(cents(row.balance_cents)),
    due_on: dueOn,
    reminder: reminder ?? null,
    cancels_at: isDue && holdReasons.length === 0 ? new Date(cancellationTime(dueOn)).toISOString() : null,
    hold_reasons: holdReasons,
    claim: row.claim && { ...row.claim, claimed_at: new Date(row.claim.claimed_at).toISOString() },
  }
}
