import { tidy } from '#domain/bank-transactions/notice.ts'
import { type Cents, cents } from '#domain/money/money.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { bookPayment, type FarAboveBalance } from '#server/orders/payments/book-payment.ts'
import { lockOrder } from '#server/orders/payments/lock-order.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { PaymentId } from '#server/platform/database/tables.generated.ts'
import { findToday, lockNotice, markReceived, type NoticeRow, type NoticeState } from './notice.queries.ts'

const LONGEST_REFERENCE = 100

/** Without an amount, everything open of the bank transaction. */
type NoticeShare = { orderId: number; amountCents?: Cents | undefined }

export type BookNoticeRefusal =
  | { code: 'notice_not_found' }
  | { code: 'order_not_found'; orderId: number }
  | { code: 'not_open'; state: NoticeState }
  /** Another clerk, or an earlier submission of this form, has changed the open amount since it was seen. */
  | { code: 'stale'; openCents: Cents }
  | { code: 'amount_required' }
  | { code: 'duplicate_order'; orderId: number }
  | { code: 'more_than_open'; openCents: Cents }
  | FarAboveBalance

/**
 * Books a bank transaction as the payment of an order, or splits it over several (docs/back-office §3, Notices). Never
 * books more than its amount, even concurrently. `expectedOpenCents` is the open amount that the clerk saw.
 */
export async function bookNotice(
  trx: Transaction,
  actor: Actor,
  booking: {
    noticeId: number
    shares: readonly NoticeShare[]
    expectedOpenCents?: Cents | undefined
    isConfirmed?: boolean | undefined
  },
  shop: PaymentServices,
): Promise<Result<{ paymentIds: PaymentId[]; openCents: Cents }, BookNoticeRefusal>> {
  const shares = [...booking.shares].sort((one, other) => one.orderId - other.orderId)
  if (shares.length === 0) return refuse({ code: 'amount_required' })
  const twice = shares.find(({ orderId }, at) => shares[at + 1]?.orderId === orderId)
  if (twice) return refuse({ code: 'duplicate_order', orderId: twice.orderId })
  // Orders are locked before bank transactions, as by every other entry of their ledgers.
  for (const { orderId } of shares) {
    if (!(await lockOrder(trx, orderId))) return refuse({ code: 'order_not_found', orderId })
  }
  const notice = await lockNotice(trx, booking.noticeId)
  if (!notice) return refuse({ code: 'notice_not_found' })
  if (notice.state !== 'open') return refuse({ code: 'not_open', state: notice.state })
  const openCents = cents(notice.amountCents - notice.bookedCents)
  const expected = booking.expectedOpenCents
  if (expected !== undefined && expected !== openCents) return refuse({ code: 'stale', openCents })
  const amounts = shares.map(({ amountCents }) => amountCents ?? openCents)
  if (amounts.some((amount) => amount <= 0)) return refuse({ code: 'amount_required' })
  const bookedCents = cents(amounts.reduce((sum, amount) => sum + amount, 0))
  if (bookedCents > openCents) return refuse({ code: 'more_than_open', openCents })

  // Booking it by hand confirms that the money was received.
  if (notice.isUndecided) await markReceived(trx, notice.id)
  const paymentIds: PaymentId[] = []
  for (const [at, { orderId }] of shares.entries()) {
    const { isConfirmed } = booking
    const payment = { orderId, amountCents: amounts[at] as Cents, isConfirmed, ...(await detailsOf(trx, notice)) }
    const booked = await bookPayment(trx, actor, payment, shop)
    if (!booked.ok && booked.refusal.code === 'amount_far_above_balance') return refuse(booked.refusal)
    // Cannot fail: the order is locked, the amount is positive and the day is not in the future.
    if (!booked.ok)
      throw new Error(`bank transaction ${notice.id} cannot be booked for order ${orderId}: ${booked.refusal.code}`)
    paymentIds.push(booked.paymentId)
  }
  await recordAction(trx, actor, {
    action: 'bank_transaction.booked',
    subject: { kind: 'bank_transaction', id: notice.id },
    before: { open_cents: openCents, ...(notice.isUndecided && { undecided: true }) },
    after: {
      open_cents: openCents - bookedCents,
      orders: shares.map(({ orderId }, at) => ({ order: orderId, amount_cents: amounts[at], payment: paymentIds[at] })),
    },
  })
  return { ok: true, paymentIds, openCents: cents(openCents - bookedCents) }
}

async function detailsOf(trx: Transaction, notice: NoticeRow) {
  const today = await findToday(trx)
  return {
    method: /\bcheck\b/i.test(notice.source) ? ('check' as const) : ('quickpay' as const),
    reference: tidy(notice.bankId ?? notice.memo, LONGEST_REFERENCE),
    // Banks date pending transactions to the day on which the money will arrive.
    valueDate: notice.valueDate !== null && notice.valueDate <= today ? notice.valueDate : today,
    noticeId: notice.id,
  }
}
