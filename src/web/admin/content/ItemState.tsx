import type { Period } from '#domain/calendar/period.ts'
import { isWithin } from '#domain/calendar/period.ts'
import { StateDot } from '../ui/StateDot.tsx'
import { formatDateTime } from '../ui/TimeAgo.tsx'

/** Whether an item is shown now, once its version is published. */
export function ItemState({ period: { from, until } }: { period: Period }) {
  const now = new Date()
  if (isWithin({ from, until }, now)) {
    return <StateDot tone="good">{until === null ? 'Shown' : `Shown until ${formatDateTime(until)}`}</StateDot>
  }
  if (from !== null && Date.parse(from) > now.getTime()) {
    return <StateDot tone="waiting">From {formatDateTime(from)}</StateDot>
  }
  return <StateDot tone="idle">Ended</StateDot>
}
