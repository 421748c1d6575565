import { hasPermission, type Role } from '#contract/permissions.ts'
import { type QueueCount, type QueueKind, queueKinds } from '#contract/reporting/dashboard.ts'
import { countManagedProducts } from '#server/catalog/editing/list-managed.ts'
import { countSubmittedCertificates } from '#server/checkout/certificates/list-certificates.ts'
import { listMonthsToClose } from '#server/compensation/close/list-months.ts'
import { countMonthsWithOpen } from '#server/compensation/payouts/find-totals.ts'
import { countQueue } from '#server/customers/admin/list-members.ts'
import { countPendingApprovals, countPendingResets } from '#server/identity/staff/list-pending-approvals.ts'
import { countFailedEmails } from '#server/mail/outbox/count-failed-emails.ts'
import { countOpenMessages } from '#server/messages/read-messages.ts'
import { countOrderQueues } from '#server/orders/admin/count-order-queues.ts'
import { readQueueDay } from '#server/orders/admin/read-queue-day.ts'
import { matchOpenBankTransactions } from '#server/orders/bank-transactions/match-open-bank-transactions.ts'
import { countOverpaid, countUnclearedChecks } from '#server/orders/payments/read-ledger.ts'
import { MAX_COUNTED } from '#server/platform/database/count-up-to.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import type { Services } from '#server/platform/services.ts'
import { countPendingPosts } from '#server/posts/list-managed-posts.ts'
import { countLowStock, countProductsToCount } from '#server/stock/list-stock.ts'
import { queueLists } from './queue-lists.ts'

/** Without an id for the daily email, which has no particular viewer. */
type Viewer = { role: Role; id?: StaffId }

/**
 * Counts open work for a person, each kind with a link to its list (docs/back-office §7). Each count uses the
 * condition of its list, in the module that owns the list. Kinds that the role may not list are not counted.
 */
export async function countOpenWork(
  services: Pick<Services, 'db' | 'settings'>,
  viewer: Viewer,
  at: Date,
): Promise<QueueCount[]> {
  const kinds = queueKinds.filter((kind) => hasPermission(viewer.role, queueLists[kind].permission))
  const productsToCount = await countAll(services, viewer, at, new Set(kinds))
  return kinds.map((kind) => {
    const { path, query } = queueLists[kind]
    const count = productsToCount[kind]
    return { kind, count: Math.min(count, MAX_COUNTED), more: count > MAX_COUNTED, list: { path, query } }
  })
}

async function countAll(
  services: Pick<Services, 'db' | 'settings'>,
  { role, id }: Viewer,
  at: Date,
  kinds: ReadonlySet<QueueKind>,
): Promise<Record<QueueKind, number>> {
  const { db, settings } = services
  const countIfShown = (kind: QueueKind, count: () => Promise<number>): Promise<number> =>
    kinds.has(kind) ? count() : Promise.resolve(0)
  const transactions = await matchOpenBankTransactions(db)
  const day = await readQueueDay(services, at, [])
  const [
    orders,
    overpaid,
    checks,
    mails,
    messages,
    stock,
    productsToCount,
    drafts,
    withoutPicture,
    withoutPrice,
    approvals,
    myProposals,
    approved,
    resets,
    licenses,
    expiring,
    expired,
    certificates,
    posts,
    months,
    openPayouts,
  ] = await Promise.all([
    countOrderQueues(db, { ...day, matchedOrders: [...transactions.orders] }),
    countOverpaid(db),
    countUnclearedChecks(db, settings.get('check_hold_days'), 'due'),
    countIfShown('failed_mails', () => countFailedEmails(services, role)),
    countIfShown('messages', () => countOpenMessages(db)),
    countIfShown('low_stock', () => countLowStock(db, settings.get('low_stock_below'))),
    countIfShown('products_to_count', () => countProductsToCount(db)),
    countIfShown('draft_products', () => countManagedProducts(services, { status: 'draft' })),
    countIfShown('products_without_picture', () => countManagedProducts(services, { issue: 'no_picture' })),
    countIfShown('products_without_price', () => countManagedProducts(services, { issue: 'no_price' })),
    countIfShown('approvals', () =>
      countPendingApprovals(db, id === undefined ? 'proposed' : { state: 'to_approve', viewer: id }),
    ),
    countIfShown('my_proposals', async () =>
      id === undefined ? 0 : countPendingApprovals(db, { state: 'mine', viewer: id }),
    ),
    countIfShown('approved', () => countPendingApprovals(db, 'approved')),
    countIfShown('resets', () => countPendingResets(db)),
    countIfShown('licenses', () => countQueue(services, 'license')),
    countIfShown('licenses_expiring', () => countQueue(services, 'license_expiring')),
    countIfShown('licenses_expired', () => countQueue(services, 'license_expired')),
    countIfShown('certificates', () => countSubmittedCertificates(db)),
    countIfShown('posts', () => countPendingPosts(db)),
    countIfShown(
      'months_to_close',
      async () => (await listMonthsToClose(db, at, settings.get('settling_days'))).length,
    ),
    countIfShown('open_payouts', () => countMonthsWithOpen(db)),
  ])
  return {
    exact_matches: transactions.counts.exact,
    probable_matches: transactions.counts.probable,
    unmatched_payments: transactions.counts.unknown,
    ...orders,
    overpaid,
    checks_due: checks,
    failed_mails: mails,
    messages,
    low_stock: stock,
    products_to_count: productsToCount,
    draft_products: drafts,
    products_without_picture: withoutPicture,
    products_without_price: withoutPrice,
    approvals,
    my_proposals: myProposals,
    approved,
    resets,
    licenses: licenses,
    licenses_expiring: expiring,
    licenses_expired: expired,
    certificates,
    posts,
    months_to_close: months,
    open_payouts: openPayouts,
  }
}
