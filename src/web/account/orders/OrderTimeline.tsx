import type { Order } from '#contract/orders/calls.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { buildTimeline } from '#contract/orders/timeline-labels.ts'
import { cx } from '#web/ui/cx.ts'

/** History of an order, newest last; each date is shown once. */
export function OrderTimeline({ order }: { order: Order }) {
  const entries = buildTimeline(order)
  return (
    <section aria-label="Timeline" className="print:hidden">
      <h2 className="display mb-4 text-title">Timeline</h2>
      <ol>
        {entries.map(({ day, sentence }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended
            key={index}
            className="relative grid gap-x-6 py-1 sm:grid-cols-[10rem_minmax(0,1fr)]"
          >
            <time
              dateTime={day}
              className={cx(
                'figures text-note text-muted sm:leading-[1.55rem]',
                day === entries[index - 1]?.day && 'sr-only',
              )}
            >
              {formatCalendarDay(day)}
            </time>
            <span className="sm:col-start-2">{sentence}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
