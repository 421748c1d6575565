import type { AdminResponse } from '#contract/admin-calls.ts'
import { formatDollars } from '#domain/money/money.ts'
import type { StateTone } from '../ui/StateDot.tsx'

export type ListedMonth = AdminResponse<'months'>['data'][number]
export type ManagedMonth = AdminResponse<'managedMonth'>
export type Run = NonNullable<ManagedMonth['run']>
export type Preview = NonNullable<ManagedMonth['preview']>
export type PreviewedMonth = ManagedMonth & { preview: Preview }
export type Payout = AdminResponse<'payouts'>['data'][number]
export type PayoutState = Payout['state']

type StateLabel = { label: string; tone: StateTone }

/** State of a month as shown to staff. */
export function monthStateLabel({ state, to_close, closed_externally, payouts }: ListedMonth): StateLabel {
  if (closed_externally) return { label: 'Closed in an older system', tone: 'idle' }
  switch (state) {
    case 'open':
      return { label: 'Open', tone: 'idle' }
    case 'settling':
      return to_close ? { label: 'To close', tone: 'waiting' } : { label: 'Settling', tone: 'idle' }
    case 'closed':
      return { label: 'To pay', tone: 'waiting' }
    case 'paid': {
      const open = openPayoutCount(payouts)
      return open === 0 ? { label: 'Paid', tone: 'good' } : { label: `Paid, ${open} open`, tone: 'waiting' }
    }
  }
}

/** Number of unsent payouts. */
export const openPayoutCount = (payouts: ListedMonth['payouts']): number =>
  payouts === null ? 0 : payouts.due.payouts + payouts.held.payouts + payouts.failed.payouts

export const totalPayable = (payouts: ListedMonth['payouts']): number =>
  payouts === null ? 0 : payouts.due.amount + payouts.held.amount + payouts.failed.amount + payouts.paid.amount

const STAGE_LABELS: Record<string, string> = {
  volumes: 'Adding up orders',
  legs: 'Reading the tree',
  leaves: 'Reading the tree',
  levels: 'Finding levels',
  uplines: 'Finding uplines',
  lines: 'Calculating bonuses',
  totals: 'Adding up bonuses',
  cards: 'Saving results',
  warnings: 'Looking for items to check',
}

export const describeRun = ({ kind, state, stage }: Run): string => {
  if (state === 'queued') return kind === 'preview' ? 'The preview starts in a moment' : 'The close starts in a moment'
  return stage === null ? 'Reading members and orders' : (STAGE_LABELS[stage] ?? 'Working')
}

/** The previewed figures, as text. */
export const previewFacts = ({ preview: { sums, requested_by } }: PreviewedMonth): Record<string, string> => ({
  'Previewed by': requested_by,
  Members: sums.members.toLocaleString('en-US'),
  Orders: sums.orders.toLocaleString('en-US'),
  'Bonus lines': sums.lines.toLocaleString('en-US'),
  Payees: sums.payees.toLocaleString('en-US'),
  'To be paid out': formatDollars(sums.payable),
})

export const payoutStates: Record<PayoutState, StateLabel> = {
  due: { label: 'Due', tone: 'waiting' },
  held: { label: 'Held', tone: 'bad' },
  failed: { label: 'Failed', tone: 'bad' },
  paid: { label: 'Sent', tone: 'good' },
}

export const payoutFacts = ({ state, entries, method }: Payout): Record<string, string> => {
  const last = entries.at(-1)
  return {
    Status: payoutStates[state].label,
    'Last changed by': last?.by ?? '',
    Reason: last?.reason ?? '',
    Method: method ? `${methodLabels[method.kind]}: ${method.destination.replaceAll('\n', ', ')}` : '',
  }
}

export const methodLabels = { quickpay: 'Quick Pay', check: 'Check', cash: 'Cash', other: 'Other' } as const

/** Describes why a due payout is not sent, held or failed; undefined when there is nothing to say. */
export function describePayoutBlock(
  { state, block, entries }: Payout,
  formatDay: (instant: string) => string,
): string | undefined {
  if (state === 'held' || state === 'failed') return entries.at(-1)?.reason
  if (block?.reason === 'no_method') return 'No payment method chosen'
  if (block?.reason === 'last_failed')
    return 'The last payout to this destination failed: ask for another, or retry that one'
  return block?.until ? `Payment method just changed: on hold until ${formatDay(block.until)}` : undefined
}

type Warning = Preview['warnings'][number]

const WARNING_LABELS: Record<Warning['kind'], [singular: string, plural: string]> = {
  near_match: ['customer order may be a personal order', 'customer orders may be personal orders'],
  same_address: ['address has many accounts', 'addresses have many accounts'],
  large_order: ['order makes up a large share of the month', 'orders make up a large share of the month'],
  large_leg: ['leg makes up a large share of the month', 'legs make up a large share of the month'],
  expired_license: [
    'member is paid although their license has expired',
    'members are paid although their licenses have expired',
  ],
}

export function describeWarning({ kind, count, more }: Warning): string {
  const [singular, plural] = WARNING_LABELS[kind]
  return `${count.toLocaleString('en-US')}${more ? '+' : ''} ${count === 1 ? singular : plural}`
}
