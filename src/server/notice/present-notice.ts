import type { Notice } from '#contract/admin-notice.ts'
import { cents, toDollars } from '#domain/money.ts'
import type { ListedNotice } from './list-notices.ts'
import type { NoticeBooking } from './notice.queries.ts'

const dollars = (value: number) => toDollars(cents(value))

export function presentNotice(notice: ListedNotice, bookings: readonly NoticeBooking[]): Notice {
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
    set_aside_reason: notice.setAsideReason,
    imported_at: notice.importedAt.toISOString(),
    sort: notice.match?.sort ?? null,
    candidates: (notice.match?.candidates ?? []).map(({ orderId, reason }) => ({ order_id: orderId, reason })),
    paid: bookings
      .filter(({ noticeId }) => noticeId === notice.id)
      .map(({ paymentId, orderId, amountCents, madeBy }) => ({
        payment_id: paymentId,
        order_id: orderId,
        amount: dollars(amountCents),
        made_by: madeBy,
      })),
  }
}
