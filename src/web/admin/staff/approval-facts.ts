import { adminPaths } from '#contract/admin-paths.ts'
import { paymentNames } from '#contract/orders/labels.ts'
import { fillPath } from '#contract/paths.ts'
import { formatDollars } from '#domain/money/money.ts'
import { methodLabels } from '../months/month-labels.ts'
import { visibleFacts } from '../network/correction-labels.ts'
import type { Fact } from '../ui/FactList.tsx'

type FactLayout = {
  /** Facts to show first; all others follow in their given order. */
  order: readonly string[]
  /** Facts that the title or the reason already contains, or that do not matter for the decision. */
  omitted?: readonly string[]
}

const factLayouts: Record<string, FactLayout> = {
  'month.close': {
    order: [
      'to be paid out',
      'sales bonus',
      'level bonus',
      'total sales',
      'earned by nobody',
      'members',
      'orders',
      'bonus lines',
      'smallest payout',
      'plan version',
      'hash of the inputs',
    ],
    omitted: ['month'],
  },
  'month.pay': { order: ['total', 'payees', 'stay open'], omitted: ['month'] },
  'payment.refund': {
    order: ['amount', 'of', 'method', 'reference', 'received', 'refunded before', 'refunded and corrected'],
    omitted: ['order', 'hash of the reason', 'entries of the ledger'],
  },
  'payout.send': {
    order: ['amount', 'method', 'reference'],
    omitted: ['month', 'member', 'hash of the reason', 'entries'],
  },
  'member.sponsor': { order: ['new sponsor', 'sponsor today', 'members below'], omitted: ['member', 'from month'] },
  'plan.publish': { order: [], omitted: ['first month'] },
  'setting.change': { order: ['from', 'to'], omitted: ['setting'] },
  'staff.add': { order: ['name', 'email', 'role'] },
  'staff.change': { order: ['name', 'email', 'role', 'active'] },
}

/** Labels of facts that are stored under other names. */
const labels: Record<string, string> = {
  'to be paid out': 'total payouts',
  'total sales': 'counted volume',
  'earned by nobody': 'unclaimed bonuses',
  'smallest payout': 'minimum payout',
  'hash of the inputs': 'hash of inputs',
  'stay open': 'payouts left open',
  'refunded and corrected': 'refunded, with corrections',
  'sponsor today': 'current sponsor',
  'members below': 'downline members',
}

/** Facts of an approval, formatted for display. */
export function approvalFacts(action: string, facts: readonly Fact[]): Fact[] {
  if (action === 'bonus.correct') return visibleFacts(facts)
  const { order, omitted = [] }: FactLayout = factLayouts[action] ?? { order: [] }
  const positionOf = ({ name }: Fact) => (order.includes(name) ? order.indexOf(name) : order.length)
  return facts
    .filter(({ name }) => !omitted.includes(name))
    .toSorted((a, b) => positionOf(a) - positionOf(b))
    .map(({ name, value }) => ({ name: labels[name] ?? name, value: formatValue(action, value) }))
}

function formatValue(action: string, value: string): string {
  if (/^[0-9a-f]{64}$/.test(value)) return `${value.slice(0, 16)}…`
  // Only one of the settings that need two people is an amount.
  if (action === 'setting.change' && /^\d+\.\d\d$/.test(value)) return formatDollars(Number(value))
  if (action === 'payment.refund' && value in paymentNames) return paymentNames[value as keyof typeof paymentNames]
  if (action === 'payout.send' && value in methodLabels) return methodLabels[value as keyof typeof methodLabels]
  if (action === 'plan.publish') return value.replace(/\d{4,}/g, (digits) => Number(digits).toLocaleString('en-US'))
  return value === 'true' ? 'yes' : value === 'false' ? 'no' : value
}

/** Page where the approver can check the subject; undefined when the facts are complete. */
export function subjectLink(action: string, subject: string): { to: string; label: string } | undefined {
  switch (action) {
    case 'payment.refund':
      return { to: fillPath(adminPaths.order, { order_id: subject }), label: 'View order' }
    case 'month.close':
    case 'month.pay':
      return { to: fillPath(adminPaths.month, { month: subject }), label: 'View month' }
    case 'member.sponsor':
      return { to: fillPath(adminPaths.member, { member_id: subject }), label: 'View member' }
    case 'payout.send': {
      const [month = '', member = ''] = subject.split(' ')
      return { to: `${fillPath(adminPaths.month, { month })}?member=${member}`, label: 'View payout' }
    }
  }
}
