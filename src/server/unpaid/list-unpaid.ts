import type { Day } from '#domain/banking-day.ts'
import { shopDayOf } from '#domain/month.ts'
import { canceledIfDueBefore, cancelInstant, nextReminder, type ReminderKind } from '#domain/order/due-date.ts'
import { findOrdersWithNotice } from '#server/notice/find-orders-with-notice.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { reasonsToHold } from './reasons-to-hold.ts'
import { findUnpaid } from './unpaid.queries.ts'

/** An order that is to be paid, with what will happen to it. */
export type UnpaidOrder = {
  id: number
  name: string
  totalCents: number
  dueOn: Day
  /** What is mailed next; undefined if nothing more is. */
  reminder: { kind: ReminderKind; on: Day } | undefined
  /** From when on it is canceled. */
  cancelsAt: Date
  /** Why it is not, as staff read it; empty: it is. */
  held: string[]
}

/** All orders that are to be paid, those due first in front. */
export async function listUnpaid(db: Database, at: Date): Promise<UnpaidOrder[]> {
  return present(await findUnpaid(db), await findOrdersWithNotice(db), at)
}

/** The unpaid orders whose time is over and that were not canceled: staff decide (docs/back-office §3). */
export async function listUnpaidForStaff(db: Database, at: Date): Promise<UnpaidOrder[]> {
  const overdue = await findUnpaid(db, canceledIfDueBefore(at.getTime()))
  return present(overdue, await findOrdersWithNotice(db), at).filter(({ held }) => held.length > 0)
}

function present(
  rows: Awaited<ReturnType<typeof findUnpaid>>,
  withNotice: ReadonlySet<number>,
  at: Date,
): UnpaidOrder[] {
  const today = shopDayOf(at.getTime())
  return rows.map((row) => ({
    id: row.id,
    name: `${row.first_name} ${row.last_name}`,
    totalCents: row.total_cents,
    dueOn: row.due_on,
    reminder: nextReminder(row.due_on, row.payment_days, today, row.reminded),
    cancelsAt: new Date(cancelInstant(row.due_on)),
    held: reasonsToHold(row, withNotice.has(row.id)),
  }))
}
