import type { BankTransaction } from '#contract/orders/bank-transactions.ts'
import { cents, toDollars } from '#domain/money/money.ts'
import type { ListedNotice } from './list-notices.ts'
import type { NoticeBooking, ProposedOrder } from './notice.queries.ts'

const dollars = (value: number) => toDollars(cents(value))

export type NoticeContext = { bookings: readonly NoticeBooking[]; proposed: ReadonlyMap<number, ProposedOrder> }

export function presentNotice(notice: ListedNotice, { bookings, proposed }: NoticeContext): BankTransaction {
  return {
    id: notice.id,
    state: notice.state,
    amount: dollars(notice.amountCents),
    open: dollars(notice.openCents),
    value_date: notice.valueDate,
    payer: notice.payer,
    memo: notice.memo,
    bank_id: notice.bankId,
    source: notice.source,
    unconfirmed: notice.isUndecided,
    set_aside_reason: notice.setAsideReason,
    set_aside_by: notice.setAsideBy,
    imported_at: notice.importedAt.toISOString(),
    match: notice.match?.sort ?? null,
    candidates: (notice.match?.candidates ?? []).flatMap(({ orderId, reason }) => {
      const order = proposed.get(orderId)
      return order ? [{ order_id: orderId, reason, name: order.name, balance: dollars(order.balanceCents) }] : []
    }),
    paid: bookings
      .filter(({ noticeId }) => noticeId === notice.id)
      .map(({ paymentId, orderId, amountCents, madeBy }) => ({
        payment_id: paymentId,
        order_id: orderId,
        amount: dollars(amountCents),
        created_by: madeBy,
      })),
  }
}
