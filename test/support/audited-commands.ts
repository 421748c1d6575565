/** Changes nothing, and shows only what the owner of the terminal may see anyway. */
const READ_ONLY = 'reads'

type AuditedCommand = {
  /** Action that the command records in the audit log. */
  action: string
  /** Arguments that make it do so; {order} is an order. */
  args: string
}

/** Audit action of each command. They run in this order in one shop. */
export const auditActionsByCommand: Record<string, typeof READ_ONLY | AuditedCommand | 'in a separate shop'> = {
  'import products': { action: 'products.imported', args: 'products.csv' },
  'import members': { action: 'members.imported', args: 'members.csv' },
  'import orders': { action: 'orders.imported', args: 'orders.csv' },
  'import returns': { action: 'returns.imported', args: 'returns.csv' },
  'export products': { action: 'products.exported', args: 'out.csv' },
  'export members': { action: 'members.exported', args: 'out.csv' },
  'export orders': { action: 'orders.exported', args: 'out.csv' },
  'mails retry': { action: 'mail.retried', args: '--all' },
  'order set': { action: 'order.canceled', args: '{order} --status canceled --reason Called' },
  'bank import': { action: 'bank_transactions.imported', args: 'bank.csv' },
  'user two-step-off': { action: 'member.second_factor_removed', args: 'ann@example.com' },
  'user set': { action: 'member.changed', args: 'ann@example.com --type franchise' },
  'user export': { action: 'member.exported', args: 'ann@example.com out.zip' },
  'user erase': { action: 'member.erased', args: 'ann@example.com --reason Asked' },
  'staff list': READ_ONLY,
  'staff add': { action: 'staff.added', args: 'clerk@example.com --role clerk --reason New' },
  'staff set': { action: 'staff.changed', args: 'clerk@example.com --name Ada --reason Married' },
  'staff reset-password': { action: 'staff.password_reset', args: 'clerk@example.com --reason Lost' },
  'staff reset-two-step': { action: 'staff.second_factor_reset', args: 'clerk@example.com --reason Lost' },
  'month preview': READ_ONLY,
  'month skip-until': { action: 'month.skipped', args: '2026-02' },
  'month close': { action: 'month.closed', args: '2026-02 --reason Over' },
  'month pay': { action: 'month.paid', args: '2026-02 --total 0.00 --reason Sent' },
  'month correct': { action: 'bonus.corrected', args: '2026-03 A --bonus sales --add 5 --reason Forgotten' },
  'month corrections': READ_ONLY,
  'plan list': READ_ONLY,
  'plan save': { action: 'plan.saved', args: 'levels.csv --from 2099-01' },
  demo: 'in a separate shop',
  verify: READ_ONLY,
  backup: READ_ONLY,
  'status record-backup': READ_ONLY,
  'storage check': READ_ONLY,
  'storage move': 'in a separate shop',
  restore: 'in a separate shop',
  'audit export': { action: 'audit_entries.exported', args: 'out.csv' },
  'settings list': READ_ONLY,
  'settings get': READ_ONLY,
  'settings set': { action: 'setting.changed', args: 'minimum_payout 12.50' },
}
