/** Changes nothing, and shows only what the owner of the terminal may see anyway. */
const READS = 'reads'

type AuditedCommand = {
  /** Action that the command records in the audit log. */
  action: string
  /** Arguments that make it do so; {order} is an order. */
  words: string
}

/** Audit action of each command. They run in this order in one shop. */
export const auditActionsByCommand: Record<string, typeof READS | AuditedCommand | 'in a separate shop'> = {
  'import products': { action: 'products.imported', words: 'products.csv' },
  'import members': { action: 'members.imported', words: 'members.csv' },
  'import orders': { action: 'orders.imported', words: 'orders.csv' },
  'import returns': { action: 'returns.imported', words: 'returns.csv' },
  'export products': { action: 'products.exported', words: 'out.csv' },
  'export members': { action: 'members.exported', words: 'out.csv' },
  'export orders': { action: 'orders.exported', words: 'out.csv' },
  'mails retry': { action: 'mail.retried', words: '--all' },
  'order set': { action: 'order.canceled', words: '{order} --status canceled --reason Called' },
  'bank import': { action: 'bank_transactions.imported', words: 'bank.csv' },
  'user two-step-off': { action: 'member.second_factor_removed', words: 'ann@example.com' },
  'user set': { action: 'member.changed', words: 'ann@example.com --type franchise' },
  'user export': { action: 'member.exported', words: 'ann@example.com out.zip' },
  'user erase': { action: 'member.erased', words: 'ann@example.com --reason Asked' },
  'staff list': READS,
  'staff add': { action: 'staff.added', words: 'clerk@example.com --role clerk --reason New' },
  'staff set': { action: 'staff.changed', words: 'clerk@example.com --name Ada --reason Married' },
  'staff reset-password': { action: 'staff.password_reset', words: 'clerk@example.com --reason Lost' },
  'staff reset-two-step': { action: 'staff.second_factor_reset', words: 'clerk@example.com --reason Lost' },
  'month preview': READS,
  'month skip-until': { action: 'month.skipped', words: '2026-02' },
  'month close': { action: 'month.closed', words: '2026-02 --reason Over' },
  'month pay': { action: 'month.paid', words: '2026-02 --total 0.00 --reason Sent' },
  'month correct': { action: 'bonus.corrected', words: '2026-03 A --bonus sales --add 5 --reason Forgotten' },
  'month corrections': READS,
  'plan list': READS,
  'plan save': { action: 'plan.saved', words: 'levels.csv --from 2099-01' },
  demo: 'in a separate shop',
  verify: READS,
  backup: READS,
  'status record-backup': READS,
  'storage check': READS,
  'storage move': 'in a separate shop',
  restore: 'in a separate shop',
  'audit export': { action: 'audit_log.exported', words: 'out.csv' },
  'settings list': READS,
  'settings get': READS,
  'settings set': { action: 'setting.changed', words: 'minimum_payout 12.50' },
}
