import type { Guest } from '#contract/privacy/admin-calls.ts'

/** Plural labels for tables with data of a guest; other tables are shown by their own name. */
const tableNames: Readonly<Record<string, string>> = {
  attempts: 'counted attempts',
  audit_entries: 'audit log entries',
  audit_payloads: 'audit log texts',
  counted_orders: 'counted orders',
  credit_notes: 'credit notes',
  due_date_changes: 'changed due dates',
  erasures: 'earlier erasures',
  idempotency_keys: 'idempotency keys of orders',
  order_changes: 'status changes',
  goods_return_lines: 'return lines',
  goods_returns: 'returns',
  guest_link_requests: 'link requests',
  invitations: 'invitations',
  message_answers: 'answers to messages',
  messages: 'messages',
  newsletter_deliveries: 'newsletters sent',
  newsletter_subscribers: 'newsletter subscriptions',
  bank_transactions: 'bank payments',
  order_addresses: 'delivery addresses',
  order_lines: 'order lines',
  order_notes: 'notes on orders',
  order_search: 'search entries',
  order_taxes: 'order taxes',
  order_versions: 'earlier versions of orders',
  orders: 'orders: name, email, phone, comments',
  payment_claims: 'payment reports',
  payment_clearances: 'cleared payments',
  payment_reminders: 'reminders',
  payments: 'payments',
  sent_mails: 'emails sent',
  shipment_lines: 'shipment lines',
  shipments: 'shipments: tracking number, who picked up',
  stock_movements: 'stock movements',
  undelivered_mails: 'undeliverable emails',
}

export const tableLabel = (table: string): string => tableNames[table] ?? table.replaceAll('_', ' ')

/** Ordered from erased to kept. */
export const retentionGroups: readonly { action: Guest['tables'][number]['action']; title: string; note: string }[] = [
  { action: 'deleted', title: 'Deleted', note: 'These rows are deleted.' },
  { action: 'anonymized', title: 'Emptied', note: 'Numbers, dates and amounts stay; all personal text is deleted.' },
  { action: 'retained', title: 'Stays', note: 'No personal data; kept for accounting.' },
]
