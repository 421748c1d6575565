import type { AdminAnswer } from '#contract/admin-calls.ts'
import type { StateTone } from '../ui/StateDot.tsx'

export type ListedMonth = AdminAnswer<'months'>['data'][number]
export type ManagedMonth = AdminAnswer<'managedMonth'>
export type Run = NonNullable<ManagedMonth['run']>
export type Preview = NonNullable<ManagedMonth['preview']>
export type Payout = AdminAnswer<'payouts'>['data'][number]
export type PayoutState = Payout['state']

type StateLabel = { words: string; tone: StateTone }

/** State of a month as shown to staff. */
export function monthStateOf({ state, to_close, closed_externally, payouts }: ListedMonth): StateLabel {
  if (closed_externally) return { words: 'Closed in an older system', tone: 'idle' }
  switch (state) {
    case 'open':
      return { words: 'Open', tone: 'idle' }
    case 'settling':
      return to_close ? { words: 'To close', tone: 'waiting' } : { words: 'Settling', tone: 'idle' }
    case 'closed':
      return { words: 'To pay', tone: 'waiting' }
    case 'paid': {
      const open = openOf(payouts)
      return open === 0 ? { words: 'Paid', tone: 'good' } : { words: `Paid, ${open} open`, tone: 'waiting' }
    }
  }
}

/** Number of unsent payouts. */
export const openOf = (payouts: ListedMonth['payouts']): number =>
  payouts === null ? 0 : payouts.due.payouts + payouts.held.payouts + payouts.failed.payouts

export const payableOf = (payouts: ListedMonth['payouts']): number =>
  payouts === null ? 0 : payouts.due.amount + payouts.held.amount + payouts.failed.amount + payouts.paid.amount

const STAGES: Record<string, string> = {
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

export const runLabels = ({ kind, state, stage }: Run): string => {
  if (state === 'queued') return kind === 'preview' ? 'The preview starts in a moment' : 'The close starts in a moment'
  return stage === null ? 'Reading members and orders' : (STAGES[stage] ?? 'Working')
}

export const payoutStates: Record<PayoutState, StateLabel> = {
  due: { words: 'Due', tone: 'waiting' },
  held: { words: 'Held', tone: 'bad' },
  failed: { words: 'Failed', tone: 'bad' },
  paid: { words: 'Sent', tone: 'good' },
}

export const methodLabels = { quickpay: 'Quick Pay', check: 'Check', cash: 'Cash', other: 'Other' } as const

/** Describes why a due payout is not sent, held or failed; undefined when there is nothing to say. */
export function whyNot(
  { state, block: queue, entries }: Payout,
  dayOf: (instant: string) => string,
): string | undefined {
  if (state === 'held' || state === 'failed') return entries.at(-1)?.reason
  if (queue?.reason === 'no_method') return 'No payment method chosen'
  if (queue?.reason === 'last_failed')
    return 'The last payout to this destination failed: ask for another, or retry that one'
  return queue?.until ? `Payment method just changed: on hold until ${dayOf(queue.until)}` : undefined
}

type Warning = Preview['warnings'][number]

const WARNINGS: Record<Warning['kind'], [one: string, many: string]> = {
  near_match: ['customer order may be a personal order', 'customer orders may be personal orders'],
  same_address: ['address has many accounts', 'addresses have many accounts'],
  large_order: ['order makes up a large share of the month', 'orders make up a large share of the month'],
  large_leg: ['leg makes up a large share of the month', 'legs make up a large share of the month'],
  expired_license: [
    'member is paid although their license has expired',
    'members are paid although their licenses have expired',
  ],
}

export function warningLabels({ kind, count, more }: Warning): string {
  const [one, many] = WARNINGS[kind]
  return `${count.toLocaleString('en-US')}${more ? '+' : ''} ${count === 1 ? one : many}`
}
