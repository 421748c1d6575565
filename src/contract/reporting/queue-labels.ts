import { adminPaths } from '#contract/admin-paths.ts'
import type { QueueCount, QueueKind } from './dashboard.ts'

/** Labels of a queue on the dashboard and in the morning email, and the page that lists it. */
export type QueueLabels = {
  /** Follows the count: `3 payments that match exactly`. */
  one: string
  many: string
  /** The page that lists exactly these entries. */
  to: string
  /** Names of the sidebar pages that list it; absent if staff have nothing to do yet. */
  navItems?: readonly string[]
  /** Marks queues that a customer or money depends on. */
  isUrgent?: true
}

const orderQueuePath = (queue: string): string => `${adminPaths.orders}?queue=${queue}`

export const queueLabels: Record<QueueKind, QueueLabels> = {
  exact_matches: {
    one: 'payment that matches exactly',
    many: 'payments that match exactly',
    to: `${adminPaths.bankTransactions}?match=exact`,
    navItems: ['Money'],
  },
  probable_matches: {
    one: 'payment to review',
    many: 'payments to review',
    to: `${adminPaths.bankTransactions}?match=probable`,
    navItems: ['Money'],
  },
  unmatched_payments: {
    one: 'unmatched payment',
    many: 'unmatched payments',
    to: `${adminPaths.bankTransactions}?match=unknown`,
    navItems: ['Money'],
  },
  claimed: {
    one: 'customer says they’ve paid',
    many: 'customers say they’ve paid',
    to: orderQueuePath('claimed'),
    navItems: ['Orders', 'Money'],
    isUrgent: true,
  },
  to_pack: {
    one: 'order to pack',
    many: 'orders to pack',
    to: orderQueuePath('to_pack'),
    navItems: ['Orders'],
    isUrgent: true,
  },
  to_ship: {
    one: 'order to ship',
    many: 'orders to ship',
    to: orderQueuePath('to_ship'),
    navItems: ['Orders'],
    isUrgent: true,
  },
  to_hand_over: {
    one: 'order ready for pickup',
    many: 'orders ready for pickup',
    to: orderQueuePath('to_hand_over'),
    navItems: ['Orders'],
  },
  to_complete: {
    one: 'order to complete',
    many: 'orders to complete',
    to: orderQueuePath('to_complete'),
    navItems: ['Orders'],
  },
  overdue: {
    one: 'overdue order to review',
    many: 'overdue orders to review',
    to: orderQueuePath('overdue'),
    navItems: ['Orders', 'Money'],
  },
  no_due_date: {
    one: 'unpaid order with no due date',
    many: 'unpaid orders with no due date',
    to: orderQueuePath('no_due_date'),
    navItems: ['Orders', 'Money'],
  },
  overpaid: {
    one: 'order with a refund due',
    many: 'orders with a refund due',
    to: `${adminPaths.money}?tab=overpaid`,
    navItems: ['Money'],
  },
  checks_due: {
    one: 'check past its hold period',
    many: 'checks past their hold period',
    to: `${adminPaths.money}?tab=uncleared`,
    navItems: ['Money'],
  },
  failed_mails: {
    one: 'email that could not be sent',
    many: 'emails that could not be sent',
    to: `${adminPaths.outbox}?state=failed`,
    navItems: ['Outbox'],
    isUrgent: true,
  },
  messages: {
    one: 'message to answer',
    many: 'messages to answer',
    to: adminPaths.messages,
    navItems: ['Messages'],
    isUrgent: true,
  },
  posts: {
    one: 'post to approve',
    many: 'posts to approve',
    to: `${adminPaths.posts}?show=waiting`,
    navItems: ['Posts'],
  },
  low_stock: {
    one: 'low-stock product',
    many: 'low-stock products',
    to: `${adminPaths.stock}?only=low`,
    navItems: ['Stock'],
  },
  products_to_count: {
    one: 'product to count',
    many: 'products to count',
    to: `${adminPaths.stock}?only=due`,
    navItems: ['Stock'],
  },
  draft_products: {
    one: 'draft product',
    many: 'draft products',
    to: `${adminPaths.products}?status=draft`,
  },
  products_without_picture: {
    one: 'product without a picture',
    many: 'products without a picture',
    to: `${adminPaths.products}?issue=no_picture`,
  },
  products_without_price: {
    one: 'product without a price',
    many: 'products without a price',
    to: `${adminPaths.products}?issue=no_price`,
  },
  approvals: {
    one: 'pending approval',
    many: 'pending approvals',
    to: adminPaths.approvals,
    navItems: ['Approvals'],
  },
  my_proposals: {
    one: 'proposal waits for another approver',
    many: 'proposals wait for another approver',
    to: adminPaths.approvals,
  },
  approved: {
    one: 'approved request to complete',
    many: 'approved requests to complete',
    to: adminPaths.approvals,
    navItems: ['Approvals'],
    isUrgent: true,
  },
  resets: {
    one: 'sign-in reset you can stop',
    many: 'sign-in resets you can stop',
    to: adminPaths.approvals,
    navItems: ['Approvals'],
    isUrgent: true,
  },
  licenses: {
    one: 'license to review',
    many: 'licenses to review',
    to: `${adminPaths.members}?only=license`,
    navItems: ['Members'],
    isUrgent: true,
  },
  licenses_expiring: {
    one: 'license expires within 60 days',
    many: 'licenses expire within 60 days',
    to: `${adminPaths.members}?only=license_expiring`,
  },
  licenses_expired: {
    one: 'license has expired',
    many: 'licenses have expired',
    to: `${adminPaths.members}?only=license_expired`,
  },
  certificates: {
    one: 'resale certificate to review',
    many: 'resale certificates to review',
    to: `${adminPaths.members}?only=certificates`,
    navItems: ['Members'],
  },
  months_to_close: {
    one: 'month to close',
    many: 'months to close',
    to: `${adminPaths.months}?only=to_close`,
    navItems: ['Money'],
  },
  open_payouts: {
    one: 'paid month with open payouts',
    many: 'paid months with open payouts',
    to: `${adminPaths.months}?only=open_payouts`,
    navItems: ['Money'],
  },
}

/** Exact up to a thousand. */
export const countLabel = ({ count, more }: Pick<QueueCount, 'count' | 'more'>): string =>
  more ? `${count.toLocaleString('en-US')}+` : String(count)

/** Label of a queue that follows its count. */
export const queueName = ({ kind, count, more }: Pick<QueueCount, 'kind' | 'count' | 'more'>): string =>
  queueLabels[kind][count === 1 && !more ? 'one' : 'many']
