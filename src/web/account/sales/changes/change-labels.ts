import type { Difference, OrderCause } from '#contract/compensation/sales-changes.ts'
import { MONTH_ZONE } from '#domain/calendar/month.ts'
import { formatDollars } from '#domain/money/money.ts'
import { formatPv } from '#web/account/points/Pv.tsx'
import { depthLabel, monthName } from '../figures.ts'

/** Returns `+$12.30`, `−$12.30`; zero is `$0.00`. */
export const signedMoney = (value: number): string => `${value > 0 ? '+' : ''}${formatDollars(value)}`
/** Returns `+700 PV`, `−80 PV`. */
export const signedPv = (points: number): string => `${points > 0 ? '+' : ''}${formatPv(points)}`

const momentFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: MONTH_ZONE,
})
const dateFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: MONTH_ZONE,
})
const timeFormat = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: MONTH_ZONE })

/** Returns `Nov 20, 3:12 PM` in the months' time zone; always recent, so without the year. */
const formatMoment = (instant: string): string => momentFormat.format(new Date(instant))

/** Returns `Friday, November 20`; with the time of day when it is not midnight. */
export function sinceLabel(instant: string): string {
  const date = new Date(instant)
  const time = timeFormat.format(date)
  return time === '12:00 AM' ? dateFormat.format(date) : `${dateFormat.format(date)}, ${time}`
}

/** Describes the compared moments, and why the range is not longer. */
export function comparisonLabel({ since, shortened }: Difference): string {
  const start = sinceLabel(since)
  switch (shortened) {
    case 'reloaded':
      return `Compared with ${start}, Eastern Time. Members or orders were imported or moved then, so there’s nothing earlier to compare.`
    case 'too_many':
      return `Compared with ${start}, Eastern Time. Too much has changed to compare with anything earlier.`
    case null:
      return `Compared with the start of ${start}, Eastern Time.`
  }
}

export const isUnchanged = ({ change, before, after, orders, corrections, statuses, levels }: Difference): boolean =>
  orders.length + corrections.length + statuses.length + levels.length === 0 &&
  before.sales_level === after.sales_level &&
  Object.values(change).every((value) => value === 0)

const causeLabels: Record<OrderCause['cause'], string> = {
  counted: 'Completed',
  canceled: 'Canceled',
  returned: 'Returned',
  payment_taken_back: 'Payment reversed',
}

/** Event, time and depth of an order. */
export const causeFacts = ({ cause, changed_at, credited: { depth } }: OrderCause): string =>
  [causeLabels[cause], formatMoment(changed_at), ...(depth > 0 ? [depthLabel(depth)] : [])].join(' · ')

/** Bonuses that it changed: `Sales bonus +$6.00, level bonus +$3.00`. */
export function bonusLabel({ sales_bonus, level_bonus }: Pick<OrderCause, 'sales_bonus' | 'level_bonus'>): string {
  const parts = [
    ...(sales_bonus === 0 ? [] : [`sales bonus ${signedMoney(sales_bonus)}`]),
    ...(level_bonus === 0 ? [] : [`level bonus ${signedMoney(level_bonus)}`]),
  ]
  if (parts.length === 0) return 'No bonus for you'
  return parts.join(', ').replace(/^./, (letter) => letter.toUpperCase())
}

export function causeNote({ reversal_of }: Pick<OrderCause, 'reversal_of'>): string | undefined {
  if (!reversal_of) return undefined
  return `It counted in ${monthName(reversal_of)}; the bonus it paid then is reversed.`
}

type StatusChange = Difference['statuses'][number]

export function statusLabel({ active, joined, member: { depth } }: StatusChange): string {
  if (depth === 0) return active ? 'Your account is active now.' : 'Your account is no longer active.'
  if (joined) return 'Joined and active.'
  return active ? 'Now active.' : 'No longer active.'
}

/** Position and time of a status change: `in your direct line · Nov 20, 3:12 PM`. */
export const statusFacts = ({ member: { depth }, changed_at }: StatusChange): string =>
  [...(depth > 0 ? [depthLabel(depth)] : []), formatMoment(changed_at)].join(' · ')
