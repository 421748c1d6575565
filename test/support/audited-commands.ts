/** Changes nothing of the shop, and shows no more than the terminal's owner may see anyway. */
const READS = 'reads'

type Audited = {
  /** What the command leaves in the audit log. */
  action: string
  /** Words that make it do so. Those in braces stand for what the shop has by then. */
  words: string
  /** Commands that bring the shop to where it can. */
  first?: readonly string[]
}

/**
 * What each command leaves in the audit log. Those below `run` in this order in one shop; {delivery}, {pickup} and {paid}
 * are orders of $60.00, {payment}, {shipment} and {notice} the latest of their kind, {shown} what a preview ended with.
 */
export const DECIDED: Record<string, typeof READS | Audited | 'in a shop of its own'> = {
  'import products': { action: 'products.imported', words: 'products.csv' },
  'import members': { action: 'members.imported', words: 'members.csv' },
  'import orders': { action: 'orders.imported', words: 'orders.csv' },
  'import returns': { action: 'returns.imported', words: 'returns.csv' },
  'export products': { action: 'products.exported', words: 'out.csv' },
  'export members': { action: 'members.exported', words: 'out.csv' },
  'export orders': { action: 'orders.exported', words: 'out.csv' },
  'mails preview': READS,
  'mails list': READS,
  'mails retry': { action: 'mail.retried', words: '--all' },
  'order show': READS,
  'order overpaid': READS,
  'order claim-settle': { action: 'order.claim_settled', words: '{delivery} --reason Nothing' },
  'order pay': { action: 'payment.booked', words: '{pickup} 100.00 --method check' },
  'order clear': { action: 'payment.cleared', words: '{payment}' },
  'order refund': { action: 'payment.refunded', words: '{pickup} 40.00 --reason Overpaid' },
  'order correct': { action: 'payment.corrected', words: '{payment} --reason Mistyped' },
  'order set': { action: 'order.canceled', words: '{delivery} --status canceled --reason Called' },
  'order reinstate': { action: 'order.reinstated', words: '{delivery} --reason Late' },
  'order due': { action: 'order.due_date_moved', words: '{delivery} 2099-01-05 --reason Agreed' },
  'order pack': { action: 'shipment.packed', words: '{delivery}' },
  'order unpack': { action: 'shipment.voided', words: '{delivery} {shipment} --reason Torn' },
  'order ship': { action: 'shipment.shipped', words: '{delivery}' },
  'order deliver': { action: 'shipment.delivered', words: '{delivery}' },
  'order ready': { action: 'shipment.ready_for_pickup', words: '{pickup}' },
  'order pick-up': { action: 'shipment.picked_up', words: '{pickup}' },
  'order return': {
    action: 'order.returned',
    words: '{delivery} --lines 1=1 --reason Broken --confirm {shown}',
    first: ['order return {delivery} --lines 1=1 --reason Broken'],
  },
  'order place': { action: 'order.placed', words: 'order.json' },
  'order edit': { action: 'order.edited', words: 'edit.json' },
  'order slip': READS,
  'order label': READS,
  'order pick-list': READS,
  'notices import': { action: 'notices.imported', words: 'notices.csv' },
  'notices paste': 'in a shop of its own',
  'notices list': READS,
  'notices book': { action: 'notice.booked', words: '{notice} {paid}' },
  'notices undo': { action: 'notice.undone', words: '{notice} --reason Mistyped' },
  'notices set-aside': { action: 'notice.set_aside', words: '{notice} --reason Interest' },
  'stock receive': {
    action: 'stock.received',
    words: 'pot 5 --reason Delivery',
    first: ['stock count pot 5 --reason Shelf'],
  },
  'stock count': { action: 'stock.counted', words: 'pot 9 --reason Shelf' },
  'stock correct': { action: 'stock.corrected', words: 'pot -1 --reason Mistyped' },
  'stock damage': { action: 'stock.damaged', words: 'pot 1 --reason Broken' },
  'stock history': READS,
  'stock low': READS,
  'stock due': READS,
  'certificate list': READS,
  'certificate add': { action: 'certificate.saved', words: 'ann@example.com NJ 123 --expires 2099-01-01' },
  'certificate approve': { action: 'certificate.approved', words: 'ann@example.com NJ' },
  'certificate end': { action: 'certificate.ended', words: 'ann@example.com NJ --reason Expired' },
  'certificate refuse': {
    action: 'certificate.refused',
    words: 'ann@example.com NJ --reason Unreadable',
    first: ['certificate add ann@example.com NJ 124 --expires 2099-01-01'],
  },
  'user two-step-off': { action: 'member.second_factor_removed', words: 'ann@example.com' },
  'user set': { action: 'member.changed', words: 'ann@example.com --type franchise' },
  'user export': { action: 'member.exported', words: 'ann@example.com out.zip' },
  'user erase': { action: 'member.erased', words: 'ann@example.com --reason Asked' },
  'staff list': READS,
  'staff add': { action: 'staff.added', words: 'clerk@example.com --role clerk --reason New' },
  'staff set': { action: 'staff.changed', words: 'clerk@example.com --name Ada --reason Married' },
  'staff reset-password': { action: 'staff.password_reset', words: 'clerk@example.com --reason Lost' },
  'staff reset-second-factor': { action: 'staff.second_factor_reset', words: 'clerk@example.com --reason Lost' },
  todo: READS,
  'month preview': READS,
  'month skip-until': { action: 'month.skipped', words: '2026-02' },
  'month close': { action: 'month.closed', words: '2026-02 --reason Over' },
  'month pay': { action: 'month.paid', words: '2026-02 --total 0.00 --reason Sent' },
  'plan list': READS,
  'plan save': { action: 'plan.saved', words: 'levels.csv --from 2099-01' },
  'tax list': READS,
  'tax set': { action: 'tax.set', words: 'NY 8.875' },
  'tax remove': { action: 'tax.removed', words: 'NY' },
  demo: 'in a shop of its own',
  verify: READS,
  backup: READS,
  restore: 'in a shop of its own',
  'audit list': READS,
  'audit export': { action: 'audit_entries.exported', words: 'out.csv' },
  'settings list': READS,
  'settings get': READS,
  'settings set': { action: 'setting.changed', words: 'minimum_payout 12.50' },
}
