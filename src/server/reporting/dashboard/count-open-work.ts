import { may, type Role } from '#contract/permissions.ts'
import { type Waiting, type WaitingKind, waitingKinds } from '#contract/reporting/dashboard.ts'
import { countSubmittedCertificates } from '#server/checkout/certificates/list-certificates.ts'
import { listMonthsToClose } from '#server/compensation/close/list-months.ts'
import { countMonthsWithOpen } from '#server/compensation/payouts/find-totals.ts'
import { countQueue } from '#server/customers/admin/list-members.ts'
import { countWaitingApprovals, countWaitingResets } from '#server/identity/staff/waiting-approvals.ts'
import { countFailedMails } from '#server/mail/outbox/count-failed-mails.ts'
import { countOrderQueues } from '#server/orders/admin/count-order-queues.ts'
import { readQueueDay } from '#server/orders/admin/read-queue-day.ts'
import { matchOpenBankTransactions } from '#server/orders/bank-transactions/match-open-bank-transactions.ts'
import { countOverpaid, countUnclearedChecks } from '#server/orders/payments/read-ledger.ts'
import { MAX_COUNTED } from '#server/platform/database/count-up-to.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import type { Services } from '#server/platform/services.ts'
import { countWaitingPosts } from '#server/posts/list-managed-posts.ts'
import { countLowStock, countProductsToCount } from '#server/stock/list-stock.ts'
import { queueLists } from './queue-lists.ts'

/** Without an id nobody in particular, as for the morning's email. */
type Viewer = { role: Role; id?: StaffId }

/**
 * Counts open work for a person, each kind with a link to its list (docs/back-office §7). Each count uses the
 * condition of its list, in the module that owns the list. Kinds that the role may not list are not counted.
 */
export async function countOpenWork(
  services: Pick<Services, 'db' | 'settings'>,
  viewer: Viewer,
  at: Date,
): Promise<Waiting[]> {
  const kinds = waitingKinds.filter((kind) => may(viewer.role, queueLists[kind].permission))
  const counts = await countAll(services, viewer, at, new Set(kinds))
  return kinds.map((kind) => {
    const { path, query } = queueLists[kind]
    const count = counts[kind]
    return { kind, count: Math.min(count, MAX_COUNTED), more: count > MAX_COUNTED, list: { path, query } }
  })
}

async function countAll(
  services: Pick<Services, 'db' | 'settings'>,
  { role, id }: Viewer,
  at: Date,
  kinds: ReadonlySet<WaitingKind>,
): Promise<Record<WaitingKind, number>> {
  const { db, settings } = services
  const of = (kind: WaitingKind, count: () => Promise<number>): Promise<number> =>
    kinds.has(kind) ? count() : Promise.resolve(0)
  const notices = await matchOpenBankTransactions(db)
  const day = await readQueueDay(services, at, [])
  const [
    orders,
    overpaid,
    checks,
    mails,
    stock,
    counts,
    approvals,
    ownProposals,
    approved,
    resets,
    licenses,
    expiring,
    expired,
    certificates,
    posts,
    months,
    paid,
  ] = await Promise.all([
    countOrderQueues(db, { ...day, matchedOrders: [...notices.orders] }),
    countOverpaid(db),
    countUnclearedChecks(db, settings.get('check_hold_days'), 'due'),
    of('failed_mails', () => countFailedMails(services, role)),
    of('low_stock', () => countLowStock(db, settings.get('low_stock_below'))),
    of('products_to_count', () => countProductsToCount(db)),
    of('approvals', () =>
      countWaitingApprovals(db, id === undefined ? 'proposed' : { state: 'to_approve', viewer: id }),
    ),
    of('my_proposals', async () => (id === undefined ? 0 : countWaitingApprovals(db, { state: 'mine', viewer: id }))),
    of('approved', () => countWaitingApprovals(db, 'approved')),
    of('resets', () => countWaitingResets(db)),
    of('licenses', () => countQueue(services, 'license')),
    of('licenses_expiring', () => countQueue(services, 'license_expiring')),
    of('licenses_expired', () => countQueue(services, 'license_expired')),
    of('certificates', () => countSubmittedCertificates(db)),
    of('posts', () => countWaitingPosts(db)),
    of('months_to_close', async () => (await listMonthsToClose(db, at, settings.get('settling_days'))).length),
    of('open_payouts', () => countMonthsWithOpen(db)),
  ])
  return {
    exact_matches: notices.counts.exact,
    probable_matches: notices.counts.probable,
    unmatched_payments: notices.counts.unknown,
    ...orders,
    overpaid,
    checks_due: checks,
    failed_mails: mails,
    low_stock: stock,
    products_to_count: counts,
    approvals,
    my_proposals: ownProposals,
    approved,
    resets,
    licenses: licenses,
    licenses_expiring: expiring,
    licenses_expired: expired,
    certificates,
    posts,
    months_to_close: months,
    open_payouts: paid,
  }
}
