import { formatCalendarDay } from '#contract/orders/labels.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { usePageUrl } from '../../ui/use-page-url.ts'
import { describeHistoryEntry } from './history-labels.ts'
import type { OrderRecord } from './order-record.ts'

/** History of the order, as the customer sees it or from the audit log. */
export function OrderHistoryTabs({ record: { timeline, history, fulfillment } }: { record: OrderRecord }) {
  const shipmentName = (shipmentId: unknown) =>
    `shipment ${1 + fulfillment.shipments.findIndex(({ id }) => id === shipmentId)}`
  const url = usePageUrl()
  const isHistory = url.get('view') === 'history'
  return (
    <section aria-label="History" className="min-w-0">
      <Tabs
        label="History"
        tabs={[
          { label: 'Timeline', to: url.with({ view: undefined }), isCurrent: !isHistory },
          {
            label: 'Staff history',
            to: url.with({ view: 'history' }),
            isCurrent: isHistory,
            count: history.length,
          },
        ]}
      />
      {isHistory ? (
        <ol>
          {history.map((entry) => {
            const { message, details } = describeHistoryEntry(entry, shipmentName)
            return (
              <li
                key={entry.number}
                className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 border-b border-hairline py-2 break-words"
              >
                <p className="min-w-0">
                  <span className="font-[560]">{entry.actor}</span> {message}
                </p>
                <TimeAgo at={entry.at} className="text-muted" />
                {(details.length > 0 || entry.reason) && (
                  <p className="figures text-small text-muted">
                    {[entry.reason && `“${entry.reason}”`, ...details].filter(Boolean).join(' · ')}
                  </p>
                )}
              </li>
            )
          })}
        </ol>
      ) : (
        <ol>
          {timeline.toReversed().map(({ day, sentence }, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: sentences of one day may be equal
              key={index}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 border-b border-hairline py-2"
            >
              <p>{sentence}</p>
              <p className="figures text-muted">{formatCalendarDay(day)}</p>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
