import { certificatesCall } from '#contract/checkout/certificates.ts'
import { monthsCall } from '#contract/compensation/months.ts'
import { managedMembersCall } from '#contract/customers/admin-calls.ts'
import { approvalsCall } from '#contract/identity/staff.ts'
import { mailsCall } from '#contract/mail/outbox.ts'
import { managedOrdersCall } from '#contract/orders/admin-list.ts'
import { overpaidOrdersCall, unclearedChecksCall } from '#contract/orders/admin-order.ts'
import { bankTransactionsCall } from '#contract/orders/bank-transactions.ts'
import { type OrderQueue, orderQueues } from '#contract/orders/queues.ts'
import type { Permission } from '#contract/permissions.ts'
import { managedPostsCall } from '#contract/posts/admin-calls.ts'
import type { QueueKind } from '#contract/reporting/dashboard.ts'
import { stockCall, stockDueCall } from '#contract/stock/admin-calls.ts'

export type WaitingList = { path: string; query: Record<string, string>; permission: Permission }

const listOf = (
  { path, permission }: { path: string; permission: Permission },
  query: Record<string, string> = {},
): WaitingList => ({ path, query, permission })

const queues = Object.fromEntries(orderQueues.map((queue) => [queue, listOf(managedOrdersCall, { queue })]))

/**
 * Maps each kind to the list that shows exactly what is counted; roles that may not read a list do not see its count.
 */
export const queueLists: Record<QueueKind, WaitingList> = {
  exact_matches: listOf(bankTransactionsCall, { match: 'exact' }),
  probable_matches: listOf(bankTransactionsCall, { match: 'probable' }),
  unmatched_payments: listOf(bankTransactionsCall, { match: 'unknown' }),
  ...(queues as Record<OrderQueue, WaitingList>),
  overpaid: listOf(overpaidOrdersCall),
  checks_due: listOf(unclearedChecksCall, { filter: 'due' }),
  failed_mails: listOf(mailsCall, { state: 'failed' }),
  low_stock: listOf(stockCall, { only: 'low' }),
  products_to_count: listOf(stockDueCall),
  approvals: listOf(approvalsCall, { only: 'to_approve' }),
  my_proposals: listOf(approvalsCall, { only: 'mine' }),
  approved: listOf(approvalsCall, { only: 'approved' }),
  resets: listOf(approvalsCall, { only: 'pending' }),
  licenses: listOf(managedMembersCall, { only: 'license' }),
  licenses_expiring: listOf(managedMembersCall, { only: 'license_expiring' }),
  licenses_expired: listOf(managedMembersCall, { only: 'license_expired' }),
  certificates: listOf(certificatesCall, { status: 'submitted' }),
  posts: listOf(managedPostsCall, { show: 'waiting' }),
  months_to_close: listOf(monthsCall, { only: 'to_close' }),
  open_payouts: listOf(monthsCall, { only: 'open_payouts' }),
}
