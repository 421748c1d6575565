import type { Cents } from '#domain/money.ts'
import { daysAfterEnd, type Month, monthOf, monthsFrom, previousMonth } from '#domain/month.ts'
import { returnStock } from '#server/catalog/return-stock.ts'
import { closeMonth } from '#server/compensation/close/close-month.ts'
import { payMonth } from '#server/compensation/close/pay-month.ts'
import { takeBack } from '#server/compensation/count/take-back.ts'
import type { Connection, Database } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { cancelDemoOrder } from './demo-network.queries.ts'
import type { LateCancellation } from './seed-network.ts'

type Given = {
  firstMonth: Month
  /** Oldest first. */
  late: readonly LateCancellation[]
  settlingDays: number
  minimumPayoutCents: Cents
  now: Date
}

/**
 * Closes every month of the demo shop that has settled, as if each had been closed on its day, and pays all but the
 * last. Late cancellations are taken back in between, so that they are booked in the month they were made in. A shop
 * that is killed half-way is consistent: it only lacks closed months, and staff can close those.
 */
export async function closeDemoMonths(connection: Connection, given: Given): Promise<void> {
  const { firstMonth, settlingDays, minimumPayoutCents, now } = given
  const { db } = connection
  let waiting = given.late
  const takeBackUntil = async (instant: number) => {
    const due = waiting.filter(({ at }) => at.getTime() < instant)
    waiting = waiting.slice(due.length)
    for (const cancellation of due) await cancelLate(db, cancellation)
  }

  const settled = monthsFrom(firstMonth, previousMonth(monthOf(now.getTime()))).filter(
    (month) => daysAfterEnd(month, settlingDays) <= now.getTime(),
  )
  for (const month of settled) {
    await takeBackUntil(daysAfterEnd(month, settlingDays))
    const options = { month, closedBy: 'demo', settlingDays, minimumPayoutCents, now: now.getTime() }
    const closed = await closeMonth(connection, options)
    if (!closed.ok) throw new Error(`The demo shop's ${month} cannot be closed: ${closed.refusal.code}`)
    if (month === settled.at(-1)) break
    const paid = await inTransaction(db, (trx) => payMonth(trx, month, closed.sums.payableCents as Cents))
    if (!paid.ok) throw new Error(`The demo shop's ${month} cannot be paid: ${paid.refusal.code}`)
  }
  await takeBackUntil(Number.POSITIVE_INFINITY)
}

const cancelLate = (db: Database, { orderId, at }: LateCancellation): Promise<void> =>
  inTransaction(db, async (trx) => {
    await cancelDemoOrder(trx, orderId, at)
    const taken = await takeBack(trx, { orderId }, { kind: 'cancellation' }, at)
    if (!taken.ok) throw new Error(`The demo shop's order ${orderId} cannot be taken back: ${taken.refusal.code}`)
    await returnStock(trx, { kind: 'system', job: 'demo' }, { orderId, kind: 'cancel', at })
  })
