import { formatCalendarDay } from '#contract/orders/labels.ts'
import { formatDollars } from '#domain/money/money.ts'
import type { OrderRecord } from './order-record.ts'
import { awaitedTask } from './order-tasks.ts'

/** Explains why there is no next action; undefined where no explanation is needed. */
export function describeWaitingReason(record: OrderRecord, today: string): string | undefined {
  const { order, money, ledger } = record
  const task = awaitedTask(record)
  if (task === 'refund') return `A refund of ${formatDollars(money.refundable.total)} is due; a manager records it.`
  if (task !== undefined || order.status !== 'processing') return undefined
  if (!money.cleared_in_full) {
    const days = ledger.flatMap(({ clears_on }) => (clears_on !== null && clears_on > today ? [clears_on] : []))
    const last = days.toSorted().at(-1)
    return last === undefined ? undefined : `A check clears on ${formatCalendarDay(last)}.`
  }
  return undefined
}
