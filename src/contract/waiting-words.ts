import type { Waiting, WaitingKind } from './admin-dashboard.ts'
import { adminPaths } from './admin-paths.ts'

/** Labels of a queue on the dashboard and in the morning email, and the page that lists it. */
export type WaitingWords = {
  /** `3 notices match exactly`; the number precedes it. */
  one: string
  many: string
  /** The page that lists exactly these entries. */
  to: string
  /** Names of the sidebar pages that list it; absent if staff have nothing to do yet. */
  navItems?: readonly string[]
  /** Marks queues that a customer or money depends on. */
  isUrgent?: true
}

const orders = (queue: string): string => `${adminPaths.orders}?waits=${queue}`

export const waitingWords: Record<WaitingKind, WaitingWords> = {
  exact_notices: {
    one: 'payment that matches exactly',
    many: 'payments that match exactly',
    to: `${adminPaths.notices}?sort=exact`,
    navItems: ['Money'],
  },
  probable_notices: {
    one: 'payment to look at',
    many: 'payments to look at',
    to: `${adminPaths.notices}?sort=probable`,
    navItems: ['Money'],
  },
  unknown_notices: {
    one: 'payment that fits no order',
    many: 'payments that fit no order',
    to: `${adminPaths.notices}?sort=unknown`,
    navItems: ['Money'],
  },
  claimed: {
    one: 'customer says “I have paid”',
    many: 'customers say “I have paid”',
    to: orders('claimed'),
    navItems: ['Orders', 'Money'],
    isUrgent: true,
  },
  to_pack: {
    one: 'order to pack',
    many: 'orders to pack',
    to: orders('to_pack'),
    navItems: ['Orders'],
    isUrgent: true,
  },
  to_ship: {
    one: 'order to ship',
    many: 'orders to ship',
    to: orders('to_ship'),
    navItems: ['Orders'],
    isUrgent: true,
  },
  to_hand_over: {
    one: 'order to hand over at the counter',
    many: 'orders to hand over at the counter',
    to: orders('to_hand_over'),
    navItems: ['Orders'],
  },
  to_complete: {
    one: 'order to complete',
    many: 'orders to complete',
    to: orders('to_complete'),
    navItems: ['Orders'],
  },
  overdue: {
    one: 'overdue order that needs a decision',
    many: 'overdue orders that need a decision',
    to: orders('overdue'),
    navItems: ['Orders', 'Money'],
  },
  owed: {
    one: 'order owed to you that never falls due',
    many: 'orders owed to you that never fall due',
    to: orders('owed'),
    navItems: ['Orders', 'Money'],
  },
  overpaid: {
    one: 'order with a refund due',
    many: 'orders with a refund due',
    to: `${adminPaths.money}?tab=overpaid`,
    navItems: ['Money'],
  },
  checks_due: {
    one: 'check whose hold period is over',
    many: 'checks whose hold period is over',
    to: `${adminPaths.money}?tab=uncleared`,
    navItems: ['Money'],
  },
  failed_mails: {
    one: 'email that could not be sent',
    many: 'emails that could not be sent',
    to: `${adminPaths.outbox}?state=given_up`,
    navItems: ['Outbox'],
    isUrgent: true,
  },
  posts: {
    one: 'post to approve',
    many: 'posts to approve',
    to: `${adminPaths.posts}?show=waiting`,
    navItems: ['Posts'],
  },
  low_stock: {
    one: 'product runs low',
    many: 'products run low',
    to: `${adminPaths.stock}?only=low`,
    navItems: ['Stock'],
  },
  products_to_count: {
    one: 'product to count',
    many: 'products to count',
    to: `${adminPaths.stock}?only=due`,
    navItems: ['Stock'],
  },
  approvals: {
    one: 'approval waits for a second person',
    many: 'approvals wait for a second person',
    to: adminPaths.approvals,
    navItems: ['Approvals'],
  },
  approved: {
    one: 'approval given: send the money, or carry it out',
    many: 'approvals given: send the money, or carry them out',
    to: adminPaths.approvals,
    navItems: ['Approvals'],
    isUrgent: true,
  },
  resets: {
    one: 'reset of a sign-in can be stopped',
    many: 'resets of sign-ins can be stopped',
    to: adminPaths.approvals,
    navItems: ['Approvals'],
    isUrgent: true,
  },
  licences: {
    one: 'license to review',
    many: 'licenses to review',
    to: `${adminPaths.members}?only=licence`,
    navItems: ['Members'],
    isUrgent: true,
  },
  licences_expiring: {
    one: 'license expires within 60 days',
    many: 'licenses expire within 60 days',
    to: `${adminPaths.members}?only=licence_expiring`,
  },
  licences_expired: {
    one: 'license has expired',
    many: 'licenses have expired',
    to: `${adminPaths.members}?only=licence_expired`,
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
export const countWords = ({ count, more }: Pick<Waiting, 'count' | 'more'>): string =>
  more ? `${count.toLocaleString('en-US')}+` : String(count)

/** Label of a queue that follows its count. */
export const waitingName = ({ kind, count, more }: Pick<Waiting, 'kind' | 'count' | 'more'>): string =>
  waitingWords[kind][count === 1 && !more ? 'one' : 'many']
