import { useState } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { shortMonthName } from '#contract/compensation/month-labels.ts'
import { orderListPath } from '#contract/reporting/order-list-path.ts'
import { formatDollars } from '#domain/money/money.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { ColumnChart } from '../ui/ColumnChart.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { describeChange, formatDay } from './figure-labels.ts'

type Figures = AdminResponse<'figures'>
type Figure = 'order_totals' | 'orders' | 'pv' | 'new_members'

const formatCount = (value: number): string => value.toLocaleString('en-US')
const figureTypes: Record<Figure, { name: string; format: (value: number) => string }> = {
  order_totals: { name: 'Sales', format: formatDollars },
  orders: { name: 'Orders', format: formatCount },
  pv: { name: 'PV', format: formatCount },
  new_members: { name: 'New members', format: formatCount },
}
const keys = Object.keys(figureTypes) as Figure[]
/** Figures with a list of rows. */
const hasList = (figure: Figure): boolean => figure === 'orders' || figure === 'order_totals'

/** Figures by day or month, each compared with the previous period. */
export function Figures({ figures }: { figures: Figures }) {
  const url = usePageUrl()
  const period = url.get('by') === 'month' ? 'months' : 'days'
  const [selected, setSelected] = useState<Figure>('order_totals')
  const { points, sum, sum_before } = figures[period]
  const { name, format } = figureTypes[selected]
  const formatPeriod = period === 'days' ? formatDay : shortMonthName
  return (
    <section aria-label="Figures" className="grid min-w-0 content-start gap-5 xl:-mt-1.5">
      <Tabs
        label="Period"
        tabs={[
          { label: 'Last 30 days', to: url.with({ by: undefined }), isCurrent: period === 'days' },
          { label: 'Last 12 months', to: url.with({ by: 'month' }), isCurrent: period === 'months' },
        ]}
      />
      <fieldset aria-label="Chart figure" className="flex flex-wrap gap-x-8 gap-y-3">
        {keys.map((key) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === selected}
            onClick={() => setSelected(key)}
            className={cx(
              'grid grow basis-28 content-start justify-items-start gap-0.5 border-t-2 pt-2 text-left',
              key === selected ? 'border-accent' : 'border-hairline hover:border-ink',
            )}
          >
            <span className="text-small text-muted">{figureTypes[key].name}</span>
            <span className="figures display text-title">{figureTypes[key].format(sum[key])}</span>
            <span className="text-small text-muted">
              {describeChange(sum[key], sum_before[key], figureTypes[key].format)}
            </span>
          </button>
        ))}
      </fieldset>
      <ColumnChart
        label={`${name} ${period === 'days' ? 'by day' : 'by month'}`}
        columns={points.map((point) => ({
          key: point.at,
          name: formatPeriod(point.at),
          value: point[selected],
          previous: point.before[selected],
          previousName: formatPeriod(point.before.at),
          to: hasList(selected) ? orderListPath(point.at, point.at) : undefined,
        }))}
        format={format}
      />
      {hasList(selected) && sum.orders > 0 && (
        <PageLink
          className="text-link w-fit text-small"
          to={orderListPath(points[0]?.at ?? '', points.at(-1)?.at ?? '')}
        >
          The {formatCount(sum.orders)} {sum.orders === 1 ? 'order' : 'orders'} of this period
        </PageLink>
      )}
    </section>
  )
}
