import { managedProductsCall } from '#contract/catalog/admin-calls.ts'
import { certificatesCall } from '#contract/checkout/certificates.ts'
import { monthsCall } from '#contract/compensation/months.ts'
import { managedMembersCall } from '#contract/customers/admin-calls.ts'
import { approvalsCall } from '#contract/identity/staff.ts'
import { mailsCall } from '#contract/mail/outbox.ts'
import { messagesCall } from '#contract/messages/admin-calls.ts'
import { managedOrdersCall } from '#contract/orders/admin-list.ts'
import { overpaidOrdersCall, unclearedChecksCall } from '#contract/orders/admin-order.ts'
import { bankTransactionsCall } from '#contract/orders/bank-transactions.ts'
import { type OrderQueue, orderQueues } from '#contract/orders/queues.ts'
import type { Permission } from '#contract/permissions.ts'
import { managedPostsCall } from '#contract/posts/admin-calls.ts'
import type { QueueKind } from '#contract/reporting/dashboard.ts'
import { stockCall, stockDueCall } from '#contract/stock/admin-calls.ts'

export type WaitingList = { path: string; query: Record<string, string>; permission: Permission }

const toList = (
  { path, permission }: { path: string; permission: Permission },
  query: Record<string, string> = {},
): WaitingList => ({ path, query, permission })

const queues = Object.fromEntries(orderQueues.map((queue) => [queue, toList(managedOrdersCall, { queue })]))

/**
 * Maps each kind to the list that shows exactly what is counted; roles that may not read a list do not see its count.
 */
export const queueLists: Record<QueueKind, WaitingList> = {
  exact_matches: toList(bankTransactionsCall, { match: 'exact' }),
  probable_matches: toList(bankTransactionsCall, { match: 'probable' }),
  unmatched_payments: toList(bankTransactionsCall, { match: 'unknown' }),
  ...(queues as Record<OrderQueue, WaitingList>),
  overpaid: toList(overpaidOrdersCall),
  checks_due: toList(unclearedChecksCall, { filter: 'due' }),
  failed_mails: toList(mailsCall, { state: 'failed' }),
  messages: toList(messagesCall, { state: 'open' }),
  low_stock: toList(stockCall, { only: 'low' }),
  products_to_count: toList(stockDueCall),
  draft_products: toList(managedProductsCall, { status: 'draft' }),
  products_without_picture: toList(managedProductsCall, { issue: 'no_picture' }),
  products_without_price: toList(managedProductsCall, { issue: 'no_price' }),
  approvals: toList(approvalsCall, { only: 'to_approve' }),
  my_proposals: toList(approvalsCall, { only: 'mine' }),
  approved: toList(approvalsCall, { only: 'approved' }),
  resets: toList(approvalsCall, { only: 'pending' }),
  licenses: toList(managedMembersCall, { only: 'license' }),
  licenses_expiring: toList(managedMembersCall, { only: 'license_expiring' }),
  licenses_expired: toList(managedMembersCall, { only: 'license_expired' }),
  certificates: toList(certificatesCall, { status: 'submitted' }),
  posts: toList(managedPostsCall, { show: 'waiting' }),
  months_to_close: toList(monthsCall, { only: 'to_close' }),
  open_payouts: toList(monthsCall, { only: 'open_payouts' }),
}
