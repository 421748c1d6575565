import type { AdminResponse } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import type { NetworkMember, ReviewFlag } from '#contract/compensation/network.ts'
import type { ReviewFlagKind } from '#contract/compensation/review-flag-kinds.ts'
import { type Month, monthsFrom } from '#domain/calendar/month.ts'
import { memberStatuses } from '../shared/member-labels.ts'
import type { StateTone } from '../ui/StateDot.tsx'

export type Tree = AdminResponse<'networkTree'>

/** Query of the tree, shared by the page and its rows so that each member is fetched once. */
export const treeQuery = (month: string | undefined, memberId: number | undefined) => ({
  ...(month !== undefined && { month }),
  ...(memberId !== undefined && { member_id: memberId }),
})

/** A member's part of the network in a month; without a member, everyone at the top. */
export const networkPath = (member: number | undefined, month: string): string =>
  `${adminPaths.network}?${new URLSearchParams({ month, ...(member !== undefined && { member: String(member) }) })}`

export const countOf = ({ count, more }: { count: number; more: boolean }): string =>
  `${count.toLocaleString('en-US')}${more ? '+' : ''}`

export const formatPv = (pv: number): string => pv.toLocaleString('en-US')

/** Status that the month pays by, and the account's current one if it differs. */
export function monthStatus({ active, status }: Pick<NetworkMember, 'active' | 'status'>): {
  label: string
  tone: StateTone
  current: string | undefined
} {
  const currentLabel = memberStatuses[status]
  if (active) return { label: 'Active', tone: 'good', current: status === 'active' ? undefined : currentLabel.label }
  return status === 'active'
    ? { label: 'Not active', tone: 'idle', current: currentLabel.label }
    : { label: currentLabel.label, tone: currentLabel.tone, current: undefined }
}

/** Selectable months, newest first. */
export const monthsSince = (first: string, last: string): string[] =>
  monthsFrom(first as Month, last as Month).toReversed()

/** Describes the source of a month's figures. */
export function describeFigures({ figures, state }: Pick<Tree, 'figures' | 'state'>): string {
  if (figures === 'closed_externally') return 'Closed in an older system'
  if (figures === 'frozen') return state === 'paid' ? 'Paid: final figures' : 'Closed: final figures'
  return state === 'open' ? 'Open: figures are provisional' : 'Settling: figures are provisional'
}

export const flagKinds: Record<ReviewFlagKind, { name: string; meaning: string; emptyMessage: string }> = {
  near_match: {
    name: 'Possible personal orders',
    meaning: 'Customer orders that may be the credited member’s personal orders. They still count as customer orders.',
    emptyMessage: 'No customer order looks like a personal order.',
  },
  same_address: {
    name: 'Shared addresses',
    meaning: 'Addresses saved by several accounts of the month, regardless of spelling.',
    emptyMessage: 'No address reaches the number in the setting “Accounts per address”.',
  },
  large_order: {
    name: 'Large orders',
    meaning: 'Credited orders that make up a large share of the month’s CV.',
    emptyMessage: 'No order reaches the share in the setting “Large orders”.',
  },
  large_leg: {
    name: 'Large legs',
    meaning: 'Legs that bring a large share of the month’s points; the deepest such leg is shown.',
    emptyMessage: 'No leg reaches the share in the setting “Large legs”.',
  },
  expired_license: {
    name: 'Expired licenses',
    meaning:
      'Members paid for the month whose license had expired by its last day and hasn’t been renewed. Expiration only affects ordering, so they are still paid.',
    emptyMessage: 'No member paid for the month had an expired license on its last day.',
  },
}

const reasonLabels: Record<ReviewFlag['reasons'][number], string> = {
  matches_now: 'email, phone or address now match the member’s',
  email_variant: 'the email differs only by dots or a tag',
  same_building: 'same house, one without a unit',
  name_and_zip: 'same last name and ZIP',
  same_address: 'one address, several accounts',
  large_order: 'a large share of the month’s sales',
  large_leg: 'a large share of the month’s points',
  expired_license: 'the license had expired',
}
export const describeReasons = ({ reasons }: Pick<ReviewFlag, 'reasons'>): string =>
  reasons.map((reason) => reasonLabels[reason]).join('; ')

/** Formats basis points for display, rounded down. */
export const formatShare = (bp: number): string => `${Math.floor(bp / 10) / 10}%`

type Money = AdminResponse<'orderMoney'>
type CountedMoney = NonNullable<Money['counted']>

export const bonusKinds: Record<CountedMoney['payees'][number]['kind'], string> = {
  own_sale: 'Personal sale',
  direct_line: 'Direct line',
  differential: 'Level bonus',
}
export const unpaidReasons: Record<CountedMoney['unpaid_uplines'][number]['reason'], string> = {
  not_active: 'Not active at the month’s end',
  credited_not_active: 'The credited member was not active',
  no_sponsor: 'No sponsor',
  equal_rate: 'Someone below has the same rate',
  lower_rate: 'Someone below has a higher rate',
  no_value: 'The order has no value left',
  rounds_to_nothing: 'Less than half a cent',
}
export const reversalNames: Record<CountedMoney['reversals'][number]['by'], string> = {
  returned: 'Returned',
  canceled: 'Canceled',
  payment_taken_back: 'Payment reversed',
}
export const missingFiguresReasons: Record<NonNullable<Money['reason']>, string> = {
  unknown: 'No order has that number.',
  not_completed: 'The order isn’t completed yet. It counts once it is.',
  canceled: 'The order was canceled before it counted.',
  closed_externally: 'The order’s month was closed in an older system.',
  pending: 'The order was just completed. Try again in a moment.',
}
/** Formats basis points as a rate of the plan. */
export const formatRate = (bp: number): string => `${bp / 100}%`
