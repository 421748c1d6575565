import Check from 'lucide-react/icons/check'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { cx } from '#web/ui/cx.ts'
import { formatDateTime } from '../ui/TimeAgo.tsx'
import type { ManagedMonth } from './month-labels.ts'

type Step = { name: string; isDone: boolean; isCurrent: boolean; note: string }

function stepsOf(month: ManagedMonth): Step[] {
  const { state, to_close, closable_on, approvals, closed, paid_at } = month
  const hasEnded = state !== 'open'
  const isClosed = closed !== null || month.closed_externally
  const waiting = approvals.close ?? approvals.pay
  const approval =
    waiting === null ? '' : waiting.state === 'proposed' ? `proposed by ${waiting.proposed_by}` : 'approved'
  return [
    {
      name: hasEnded ? 'Ended' : 'End',
      isDone: hasEnded,
      isCurrent: state === 'open',
      note: hasEnded ? '' : 'orders still coming in',
    },
    {
      name: isClosed || to_close ? 'Settling done' : 'Settle',
      isDone: isClosed || to_close,
      isCurrent: state === 'settling' && !to_close,
      note: isClosed || to_close ? '' : `on ${formatCalendarDay(closable_on)}`,
    },
    {
      name: isClosed ? 'Closed' : 'Close',
      isDone: isClosed,
      isCurrent: to_close,
      note: closed ? `${formatDateTime(closed.at)}, ${closed.by}` : approval,
    },
    {
      name: state === 'paid' ? 'Paid' : 'Pay',
      isDone: state === 'paid',
      isCurrent: state === 'closed',
      note: paid_at ? formatDateTime(paid_at) : state === 'closed' ? approval : '',
    },
  ]
}

export const MonthSteps = ({ month }: { month: ManagedMonth }) => (
  <ol aria-label="Month progress" className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
    {stepsOf(month).map(({ name, isDone, isCurrent, note }) => (
      <li
        key={name}
        aria-current={isCurrent ? 'step' : undefined}
        className={cx('border-t-2 pt-2', isDone ? 'border-success' : isCurrent ? 'border-accent' : 'border-hairline')}
      >
        <span
          className={cx('flex items-center gap-1.5', isCurrent && 'font-[560]', !isDone && !isCurrent && 'text-muted')}
        >
          {isDone && <Check size={15} aria-label="done:" className="text-success" />}
          {name}
        </span>
        {note && <span className="block text-small break-words text-muted">{note}</span>}
      </li>
    ))}
  </ol>
)
