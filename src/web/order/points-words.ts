import type { OrderPoints } from '#contract/account.ts'
import { monthName } from '#contract/month-words.ts'
import { formatPv } from '#web/points/Pv.tsx'

const reasonWords: Record<NonNullable<OrderPoints['reason']>, string> = {
  not_completed: 'Counts once the order is completed.',
  canceled: 'Canceled, so it does not count.',
  before_enrolment: 'Completed before you joined, so it does not count for you.',
  not_credited: 'Placed without your account, so it does not count for you.',
}

/** Months in which an order counts, or why it does not (docs/plan §12.2), one line each. */
export function pointsWords({ months, reason }: OrderPoints): string[] {
  const counted = reason === null ? months : months.filter(({ points }) => points !== 0)
  const lines = counted.map(({ month, points }) => `${formatPv(points)} in ${monthName(month)}`)
  return reason === null ? lines : [...lines, reasonWords[reason]]
}
