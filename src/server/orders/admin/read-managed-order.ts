import type { ManagedOrder } from '#contract/orders/admin-order.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { listEntriesAbout } from '#server/identity/audit/list-entries.ts'
import { requiresTwoApprovers } from '#server/identity/staff/requires-two-approvers.ts'
import { listOrderEmails } from '#server/mail/outbox/list-order-emails.ts'
import { readOpenGoods } from '#server/orders/fulfillment/read-open-goods.ts'
import { readHolds } from '#server/orders/overdue/read-holds.ts'
import { findLedger } from '#server/orders/payments/read-ledger.ts'
import { findPresentedOrder } from '#server/orders/read-order.ts'
import type { Services } from '#server/platform/services.ts'
import { findOrderFile } from './order-file.queries.ts'
import { presentManagedOrder } from './present-managed-order.ts'

/** Reads an order with everything that staff need; undefined if there is none. */
export async function readManagedOrder(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  orderId: number,
): Promise<ManagedOrder | undefined> {
  const [order, row, ledgerResult, goods, needsApproval] = await Promise.all([
    findPresentedOrder(db, orderId),
    findOrderFile(db, orderId),
    findLedger(db, orderId),
    readOpenGoods(db, orderId),
    requiresTwoApprovers(db),
  ])
  if (!order || !row || !ledgerResult || !goods) return undefined
  const { ledger } = ledgerResult
  const returnIds = row.returns.map(({ id }) => id)
  const subjects = [
    { kind: 'order' as const, id: orderId },
    ...ledger.payments.map(({ id }) => ({ kind: 'payment' as const, id })),
  ]
  const [holdReasons, mails, history] = await Promise.all([
    row.is_to_be_paid ? readHolds(db, row.id) : [],
    listOrderEmails(db, orderId, returnIds),
    listEntriesAbout(db, subjects),
  ])
  return presentManagedOrder({
    order,
    row,
    ledger,
    goods,
    holdReasons,
    mails,
    history,
    today: shopDayOf(Date.now()),
    holdDays: settings.get('check_hold_days'),
    refundAloneCents: needsApproval ? settings.get('refund_approval_above') : undefined,
  })
}
