import type { AdminAnswer } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'

type WaitingKind = AdminAnswer<'dashboard'>['waiting'][number]['kind']

export type WaitingWords = {
  /** `3 notices match exactly`; the number stands before it. */
  one: string
  many: string
  /** The page that lists exactly these. */
  to: string
  /** The sidebar's name of that page. */
  destination: string
  /** Somebody is waiting for it, or money is. */
  isUrgent?: true
}

const orders = (queue: string): string => `${adminPaths.orders}?waits=${queue}`

export const waitingWords: Record<WaitingKind, WaitingWords> = {
  exact_notices: {
    one: 'payment that matches exactly',
    many: 'payments that match exactly',
    to: `${adminPaths.notices}?sort=exact`,
    destination: 'Money',
  },
  probable_notices: {
    one: 'payment to look at',
    many: 'payments to look at',
    to: `${adminPaths.notices}?sort=probable`,
    destination: 'Money',
  },
  unknown_notices: {
    one: 'payment that fits no order',
    many: 'payments that fit no order',
    to: `${adminPaths.notices}?sort=unknown`,
    destination: 'Money',
  },
  claimed: {
    one: 'customer says “I have paid”',
    many: 'customers say “I have paid”',
    to: orders('claimed'),
    destination: 'Orders',
    isUrgent: true,
  },
  to_pack: {
    one: 'order to pack',
    many: 'orders to pack',
    to: orders('to_pack'),
    destination: 'Orders',
    isUrgent: true,
  },
  to_ship: {
    one: 'order to ship',
    many: 'orders to ship',
    to: orders('to_ship'),
    destination: 'Orders',
    isUrgent: true,
  },
  to_hand_over: {
    one: 'order to hand over at the counter',
    many: 'orders to hand over at the counter',
    to: orders('to_hand_over'),
    destination: 'Orders',
  },
  to_complete: {
    one: 'order to complete',
    many: 'orders to complete',
    to: orders('to_complete'),
    destination: 'Orders',
  },
  overdue: {
    one: 'overdue order that somebody has to decide about',
    many: 'overdue orders that somebody has to decide about',
    to: orders('overdue'),
    destination: 'Orders',
  },
  overpaid: {
    one: 'order with money to give back',
    many: 'orders with money to give back',
    to: `${adminPaths.money}?tab=overpaid`,
    destination: 'Money',
  },
  checks_due: {
    one: 'check whose days are over',
    many: 'checks whose days are over',
    to: `${adminPaths.money}?tab=uncleared`,
    destination: 'Money',
  },
  failed_mails: {
    one: 'mail that could not be sent',
    many: 'mails that could not be sent',
    to: `${adminPaths.outbox}?state=given_up`,
    destination: 'Outbox',
    isUrgent: true,
  },
  posts: {
    one: 'post to approve',
    many: 'posts to approve',
    to: `${adminPaths.posts}?show=waiting`,
    destination: 'Posts',
  },
  low_stock: {
    one: 'product runs low',
    many: 'products run low',
    to: `${adminPaths.stock}?only=low`,
    destination: 'Stock',
  },
  products_to_count: {
    one: 'product to count',
    many: 'products to count',
    to: `${adminPaths.stock}?only=due`,
    destination: 'Stock',
  },
  approvals: {
    one: 'approval waits for a second person',
    many: 'approvals wait for a second person',
    to: adminPaths.approvals,
    destination: 'Approvals',
  },
  resets: {
    one: 'reset of a sign-in can be stopped',
    many: 'resets of sign-ins can be stopped',
    to: adminPaths.approvals,
    destination: 'Approvals',
    isUrgent: true,
  },
  certificates: {
    one: 'resale certificate to decide',
    many: 'resale certificates to decide',
    to: adminPaths.home,
    destination: 'Today',
  },
  months_to_close: { one: 'month to close', many: 'months to close', to: adminPaths.home, destination: 'Today' },
}

/** Exact up to a thousand. */
export const countWords = ({ count, more }: { count: number; more: boolean }): string =>
  more ? `${count.toLocaleString('en-US')}+` : String(count)
