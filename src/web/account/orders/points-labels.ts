import { monthName } from '#contract/compensation/month-labels.ts'
import type { OrderPoints } from '#contract/customers/calls.ts'
import { formatPv } from '#web/account/points/Pv.tsx'

const reasonLabels: Record<NonNullable<OrderPoints['reason']>, string> = {
  not_completed: 'Points post when the order is completed.',
  canceled: 'Canceled, so it earns no points.',
  before_enrollment: 'Completed before you joined, so it earns you no points.',
  not_credited: 'Placed without your account, so it earns you no points.',
}

/** Months in which an order counts, or why it does not (docs/plan §12.2), one line each. */
export function pointsLabels({ months, reason }: OrderPoints): string[] {
  const counted = reason === null ? months : months.filter(({ points }) => points !== 0)
  const lines = counted.map(({ month, points }) => `${formatPv(points)} in ${monthName(month)}`)
  return reason === null ? lines : [...lines, reasonLabels[reason]]
}
