import { useState } from 'react'
import type { AdminAnswer } from '#contract/admin-calls.ts'
import { shortMonthName } from '#contract/compensation/month-labels.ts'
import { ordersOfFigures } from '#contract/reporting/orders-of-figures.ts'
import { formatDollars } from '#domain/money/money.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { ColumnChart } from '../ui/ColumnChart.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { changeLabels, dayName } from './figure-labels.ts'

type Figures = AdminAnswer<'figures'>
type Figure = 'order_totals' | 'orders' | 'pv' | 'new_members'

const whole = (value: number): string => value.toLocaleString('en-US')
const kinds: Record<Figure, { name: string; show: (value: number) => string }> = {
  order_totals: { name: 'Sales', show: formatDollars },
  orders: { name: 'Orders', show: whole },
  pv: { name: 'PV', show: whole },
  new_members: { name: 'New members', show: whole },
}
const keys = Object.keys(kinds) as Figure[]
/** Figures with a list of rows. */
const hasList = (figure: Figure): boolean => figure === 'orders' || figure === 'order_totals'

/** Figures by day or month, each compared with the previous period. */
export function Figures({ figures }: { figures: Figures }) {
  const url = usePageUrl()
  const by = url.get('by') === 'month' ? 'months' : 'days'
  const [chosen, setChosen] = useState<Figure>('order_totals')
  const { points, sum, sum_before } = figures[by]
  const { name, show } = kinds[chosen]
  const nameOf = by === 'days' ? dayName : shortMonthName
  return (
    <section aria-label="Figures" className="grid min-w-0 content-start gap-5 xl:-mt-1.5">
      <Tabs
        label="Period"
        tabs={[
          { label: 'Last 30 days', to: url.with({ by: undefined }), isCurrent: by === 'days' },
          { label: 'Last 12 months', to: url.with({ by: 'month' }), isCurrent: by === 'months' },
        ]}
      />
      <fieldset aria-label="Chart figure" className="flex flex-wrap gap-x-8 gap-y-3">
        {keys.map((key) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === chosen}
            onClick={() => setChosen(key)}
            className={cx(
              'grid grow basis-28 content-start justify-items-start gap-0.5 border-t-2 pt-2 text-left',
              key === chosen ? 'border-accent' : 'border-hairline hover:border-ink',
            )}
          >
            <span className="text-small text-muted">{kinds[key].name}</span>
            <span className="figures display text-title">{kinds[key].show(sum[key])}</span>
            <span className="text-small text-muted">{changeLabels(sum[key], sum_before[key], kinds[key].show)}</span>
          </button>
        ))}
      </fieldset>
      <ColumnChart
        label={`${name} ${by === 'days' ? 'by day' : 'by month'}`}
        columns={points.map((point) => ({
          key: point.at,
          name: nameOf(point.at),
          value: point[chosen],
          before: point.before[chosen],
          beforeName: nameOf(point.before.at),
          to: hasList(chosen) ? ordersOfFigures(point.at, point.at) : undefined,
        }))}
        show={show}
      />
      {hasList(chosen) && sum.orders > 0 && (
        <PageLink
          className="text-link w-fit text-small"
          to={ordersOfFigures(points[0]?.at ?? '', points.at(-1)?.at ?? '')}
        >
          The {whole(sum.orders)} {sum.orders === 1 ? 'order' : 'orders'} of this period
        </PageLink>
      )}
    </section>
  )
}
