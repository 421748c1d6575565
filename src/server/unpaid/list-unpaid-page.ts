import type { UnpaidOrder } from '#contract/admin-unpaid.ts'
import { cents, toDollars } from '#domain/money.ts'
import { shopDayOf } from '#domain/month.ts'
import { canceledIfDueBefore, cancelInstant, nextReminder } from '#domain/order/due-date.ts'
import { findOrdersWithNotice } from '#server/notice/find-orders-with-notice.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { reasonsToHold } from './reasons-to-hold.ts'
import { findUnpaidPage, NEVER_DUE, type UnpaidCursor, type UnpaidPageRow } from './unpaid.queries.ts'

const PAGE = 50

type Wanted = { which: 'all' | 'overdue' | 'claimed'; after: string | undefined; at: Date; paymentDays: number }

/** A page of the orders that are to be paid, with what the job will do with each; `next` is what the page after begins behind. */
export async function listUnpaidPage(
  db: Database,
  { which, after, at, paymentDays }: Wanted,
): Promise<{ data: UnpaidOrder[]; next: string | null }> {
  const withNotice = await findOrdersWithNotice(db)
  const wanted = which === 'overdue' ? { dueBefore: canceledIfDueBefore(at.getTime()), withNotice } : which
  const rows = await findUnpaidPage(db, wanted, { after: after ? readCursor(after) : undefined, limit: PAGE + 1 })
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  const today = shopDayOf(at.getTime())
  return {
    data: page.map((row) => present(row, withNotice.has(row.id), { today, isWorking: paymentDays > 0 })),
    next: rows.length > PAGE && last ? `${last.due_on ?? NEVER_DUE}.${last.id}` : null,
  }
}

/** In the form that the contract has checked. */
function readCursor(after: string): UnpaidCursor {
  const [dueOn = '', id] = after.split('.')
  return { dueOn, id: Number(id) }
}

function present(
  row: UnpaidPageRow,
  hasNotice: boolean,
  { today, isWorking }: { today: string; isWorking: boolean },
): UnpaidOrder {
  const held = reasonsToHold(row, hasNotice)
  const { due_on: dueOn, payment_days: paymentDays } = row
  const isDue = isWorking && dueOn !== null && paymentDays !== null
  // Who says that it is paid is not reminded.
  const reminder = isDue && !row.claimed ? nextReminder(dueOn, paymentDays, today, row.reminded) : undefined
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
    cancels_at: isDue && held.length === 0 ? new Date(cancelInstant(dueOn)).toISOString() : null,
    held,
    claim: row.claim && { ...row.claim, claimed_at: new Date(row.claim.claimed_at).toISOString() },
  }
}
