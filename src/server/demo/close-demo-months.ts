import { daysAfterEnd, type Month, monthOf, monthsFrom, previousMonth } from '#domain/calendar/month.ts'
import { type Cents, cents } from '#domain/money/money.ts'
import { closeMonth } from '#server/compensation/close/close-month.ts'
import { reverseVolume } from '#server/compensation/count/reverse-volume.ts'
import { bookStep } from '#server/compensation/payouts/book-step.ts'
import { sumReady } from '#server/compensation/payouts/find-totals.ts'
import { listPayouts } from '#server/compensation/payouts/list-payouts.ts'
import { payMonth } from '#server/compensation/payouts/pay-month.ts'
import type { Connection, Database } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { returnStock } from '#server/stock/return-stock.ts'
import { cancelDemoOrder, insertDemoPayoutMethods } from './demo-network.queries.ts'
import type { LateCancellation } from './seed-network.ts'

/** Payment on the 15th of the following month (docs/plan §9). */
const PAYMENT_DELAY_DAYS = 14

type DemoMonths = {
  firstMonth: Month
  /** Sorted oldest first. */
  late: readonly LateCancellation[]
  settlingDays: number
  minimumPayoutCents: Cents
  now: Date
}

/**
 * Closes and pays every settled month of the demo shop except the last, which is left for users to try. Each is dated
 * as if closed on its day. Late cancellations are reversed in between, so that they are booked in the month in which
 * they happened. If the process is killed halfway, the shop is consistent: it only lacks closed months, and staff can
 * close those.
 */
export async function closeDemoMonths(connection: Connection, input: DemoMonths): Promise<void> {
  const { firstMonth, settlingDays, minimumPayoutCents, now } = input
  const { db } = connection
  let remaining = input.late
  const reverseCancellationsUntil = async (instant: number) => {
    const due = remaining.filter(({ at }) => at.getTime() < instant)
    remaining = remaining.slice(due.length)
    for (const cancellation of due) await cancelLate(db, cancellation)
  }

  const settled = monthsFrom(firstMonth, previousMonth(monthOf(now.getTime()))).filter(
    (month) => daysAfterEnd(month, settlingDays) <= now.getTime(),
  )
  await insertDemoPayoutMethods(db, now)
  for (const month of settled) {
    await reverseCancellationsUntil(daysAfterEnd(month, settlingDays))
    if (month === settled.at(-1)) break
    const options = { month, closedBy: 'demo', settlingDays, minimumPayoutCents, now: now.getTime() }
    const closed = await closeMonth(connection, options)
    if (!closed.ok) throw new Error(`The demo shop's ${month} cannot be closed: ${closed.refusal.code}`)
    const at = new Date(daysAfterEnd(month, PAYMENT_DELAY_DAYS))
    const paid = await inTransaction(db, async (trx) => {
      const { totalCents } = await sumReady(trx, month)
      return payMonth(trx, { month, totalCents: cents(totalCents), by: 'demo', at })
    })
    if (!paid.ok) throw new Error(`The demo shop's ${month} cannot be paid: ${paid.refusal.code}`)
  }
  await reverseCancellationsUntil(Number.POSITIVE_INFINITY)
  const lastPaid = settled.at(-2)
  if (lastPaid) await failOnePayout(db, lastPaid)
}

/** Bounces one payout, so that staff can send it again. */
async function failOnePayout(db: Database, month: Month): Promise<void> {
  const [paid] = (await listPayouts(db, { month, state: 'paid' }, new Date())).data
  if (!paid) return
  const step = { month, memberId: paid.member_id, kind: 'failed', expectedVersion: paid.version } as const
  const failed = await inTransaction(db, (trx) =>
    bookStep(
      trx,
      { kind: 'system', job: 'demo' },
      { ...step, reason: 'The bank could not find this phone number.' },
      { jobs: { queue: async () => {} } },
    ),
  )
  if (!failed.ok) throw new Error(`A payout of the demo shop cannot be marked as failed: ${failed.refusal.code}`)
}

const cancelLate = (db: Database, { orderId, at }: LateCancellation): Promise<void> =>
  inTransaction(db, async (trx) => {
    await cancelDemoOrder(trx, orderId, at)
    const reversed = await reverseVolume(trx, {
      order: { orderId },
      reversal: { kind: 'cancellation' },
      returnedAt: at,
    })
    if (!reversed.ok) throw new Error(`The demo shop's order ${orderId} cannot be reversed: ${reversed.refusal.code}`)
    await returnStock(trx, { kind: 'system', job: 'demo' }, { orderId, kind: 'cancel', at })
  })
