import type { UnpaidOrder } from '#contract/orders/overdue.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { findCancellationCutoff } from '#domain/orders/due-date.ts'
import { findMatchedOrders } from '#server/orders/bank-transactions/find-matched-orders.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { presentUnpaid } from './present-unpaid.ts'
import { findUnpaidPage, NEVER_DUE, type UnpaidCursor } from './unpaid.queries.ts'

const PAGE_SIZE = 50

type UnpaidQuery = {
  which: 'all' | 'overdue' | 'no_due_date' | 'claimed'
  after: string | undefined
  now: Date
  paymentDays: number
}

/**
 * Lists a page of the orders that are waiting for payment, with what the job will do next; `next` is the cursor of the
 * next page.
 */
export async function listUnpaidPage(
  db: Database,
  { which, after, now, paymentDays }: UnpaidQuery,
): Promise<{ data: UnpaidOrder[]; next: string | null }> {
  const matchedOrders = await findMatchedOrders(db)
  const filter = which === 'overdue' ? { dueBefore: findCancellationCutoff(now.getTime()), matchedOrders } : which
  const rows = await findUnpaidPage(db, filter, { after: after ? readCursor(after) : undefined, limit: PAGE_SIZE + 1 })
  const page = rows.slice(0, PAGE_SIZE)
  const last = page.at(-1)
  const today = shopDayOf(now.getTime())
  return {
    data: page.map((row) => presentUnpaid(row, matchedOrders.has(row.id), { today, isWorking: paymentDays > 0 })),
    next: rows.length > PAGE_SIZE && last ? `${last.due_on ?? NEVER_DUE}.${last.id}` : null,
  }
}

/** In the format that the contract has checked. */
function readCursor(after: string): UnpaidCursor {
  const [dueOn = '', id] = after.split('.')
  return { dueOn, id: Number(id) }
}
