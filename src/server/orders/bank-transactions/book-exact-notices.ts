import { type Cents, cents } from '#domain/money/money.ts'
import { balanceOf, moneyOf } from '#domain/orders/balance.ts'
import type { Result } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { lockOrder } from '#server/orders/payments/lock-order.ts'
import { readLedger } from '#server/orders/payments/read-ledger.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { BankTransactionId, OrderId, PaymentId } from '#server/platform/database/tables.generated.ts'
import { bookNotice } from './book-notice.ts'
import { matchOf } from './list-notices.ts'
import { findNotices, type NoticeRow } from './notice.queries.ts'
import { readOrderIndex } from './read-order-index.ts'

const SLICE = 1_000

type Exact = { noticeId: BankTransactionId; orderId: OrderId; amountCents: Cents }
export type ExactBooking = Exact & { paymentId: PaymentId }

/**
 * Books the open bank transactions that match exactly, in one transaction (docs/back-office §3, Notices): all of them,
 * or the ones that staff chose. If two name the same order, the older one pays it and the other is no longer exact.
 * Bank transactions that changed in the meantime are skipped.
 */
export async function bookExactNotices(
  trx: Transaction,
  actor: Actor,
  { only }: { only?: readonly number[] | undefined },
  shop: PaymentServices,
): Promise<Result<{ booked: ExactBooking[] }, never>> {
  const exact = await findExact(trx, only)
  const wanted = [...exact.values()].sort((one, other) => one.orderId - other.orderId)
  // Locks all orders first, in ascending order of their numbers, and then the bank transactions.
  const unchanged: Exact[] = []
  for (const booking of wanted) {
    const order = await lockOrder(trx, booking.orderId)
    if (!order) continue
    // Applies to canceled orders, too, if money is due for them again.
    if (balanceOf(moneyOf(await readLedger(trx, order))) === booking.amountCents) unchanged.push(booking)
  }
  const booked: ExactBooking[] = []
  for (const { noticeId, orderId, amountCents } of unchanged) {
    const outcome = await bookNotice(
      trx,
      actor,
      { noticeId, shares: [{ orderId, amountCents }], expectedOpenCents: amountCents },
      shop,
    )
    if (!outcome.ok) continue
    for (const paymentId of outcome.paymentIds) booked.push({ noticeId, paymentId, orderId, amountCents })
  }
  return { ok: true, booked }
}

/**
 * Maps each order to the oldest bank transaction that pays it exactly; considers all of them, regardless of their
 * number.
 */
async function findExact(trx: Transaction, only: readonly number[] | undefined): Promise<Map<number, Exact>> {
  const exact = new Map<number, Exact>()
  let notices: NoticeRow[] | undefined = await findNotices(trx, 'open', { limit: SLICE })
  while (notices && notices.length > 0) {
    const index = await readOrderIndex(trx)
    for (const notice of notices) {
      if (only && !only.includes(notice.id)) continue
      const { sort, candidates } = matchOf(notice, index)
      const orderId = candidates[0]?.orderId as OrderId | undefined
      // Newest first, so that an older one replaces it.
      if (sort === 'exact' && orderId !== undefined) {
        const amountCents = cents(notice.amountCents - notice.bookedCents)
        exact.set(orderId, { noticeId: notice.id, orderId, amountCents })
      }
    }
    notices =
      notices.length < SLICE ? undefined : await findNotices(trx, 'open', { limit: SLICE, before: notices.at(-1)?.id })
  }
  return exact
}
