import type { Guest } from '#contract/admin-personal-data.ts'

/** What a table of the shop has of a guest, in the plural; one without a name is called as it is there. */
const names: Readonly<Record<string, string>> = {
  attempts: 'counted attempts',
  audit_entries: 'entries of the audit log',
  audit_payloads: 'texts of the audit log',
  counted_orders: 'orders that count',
  credit_notes: 'credit notes',
  due_date_changes: 'changed due dates',
  erasures: 'earlier erasures',
  idempotency_keys: 'keys of placed orders',
  order_changes: 'changes of a status',
  goods_return_lines: 'lines of returns',
  goods_returns: 'returns',
  guest_link_requests: 'requests for a link',
  invitations: 'invitations',
  newsletter_deliveries: 'newsletters that were sent',
  newsletter_subscribers: 'newsletter subscriptions',
  notices: 'notices of the bank',
  order_addresses: 'delivery addresses',
  order_lines: 'lines of orders',
  order_notes: 'notes on orders',
  order_search: 'entries of the search',
  order_taxes: 'taxes of orders',
  order_versions: 'earlier versions of orders',
  orders: 'orders: name, email, phone, comments',
  payment_claims: 'reports of a payment',
  payment_clearances: 'cleared payments',
  payment_reminders: 'reminders',
  payments: 'payments',
  sent_mails: 'emails that were sent',
  shipment_lines: 'lines of shipments',
  shipments: 'shipments: tracking number, who picked up',
  stock_movements: 'movements of stock',
  undelivered_mails: 'emails that nobody took',
}

export const tableWords = (table: string): string => names[table] ?? table.replaceAll('_', ' ')

/** In the order of how much goes. */
export const fates: readonly { fate: Guest['known'][number]['fate']; title: string; note: string }[] = [
  { fate: 'deleted', title: 'Deleted', note: 'The rows go.' },
  { fate: 'emptied', title: 'Emptied', note: 'Numbers, dates and amounts stay; every text about them goes.' },
  { fate: 'kept', title: 'Stays', note: 'Names nobody, and the books need it.' },
]
