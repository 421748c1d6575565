import type { SalesHistory } from '#contract/compensation/sales.ts'
import { formatDollars } from '#domain/money/money.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { type Bar, type ChartScale, layOutBars, zeroLine } from './chart-scale.ts'
import { monthName, shortMonth } from './figures.ts'
import { salesPaths } from './sales-paths.ts'

type HistoryColumnProps = {
  month: SalesHistory['months'][number]
  scale: ChartScale
  /** True for the month that the page shows. */
  current: boolean
  onHover: () => void
}

export const HistoryColumn = ({ month, scale, current, onHover }: HistoryColumnProps) => (
  <PageLink
    to={salesPaths.sales({ year: month.year, month: month.month })}
    preventScrollReset
    aria-current={current ? 'true' : undefined}
    onPointerEnter={onHover}
    onFocus={onHover}
    className={cx('group block rounded-field focus-visible:outline-offset-0', current && 'bg-sunken')}
  >
    <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true" className="block h-44 sm:h-56 w-full">
      {layOutBars(month, scale).map((bar) => (
        <rect key={bar.kind} x="2" width="6" y={bar.y} height={bar.height} className={barClass(bar)} />
      ))}
      <line
        x1="0"
        x2="10"
        y1={zeroLine(scale)}
        y2={zeroLine(scale)}
        className="stroke-edge"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
    <span className="sr-only">
      {monthName(month)}: {month.level_name}, sales bonus {formatDollars(month.sales_bonus)}, level bonus{' '}
      {formatDollars(month.level_bonus)}, total bonus {formatDollars(month.total_bonus)}
    </span>
    <span
      aria-hidden="true"
      className={cx(
        'block pt-1.5 pb-1 text-center text-[0.75rem] group-hover:text-ink',
        current ? 'font-[620] text-ink' : 'text-muted',
      )}
    >
      <span className="sm:hidden">{shortMonth(month).slice(0, 1)}</span>
      <span className="max-sm:hidden">{shortMonth(month)}</span>
    </span>
  </PageLink>
)

const barClass = ({ kind, negative }: Bar): string => {
  if (negative) return kind === 'sales_bonus' ? 'fill-danger' : 'fill-danger opacity-60'
  return kind === 'sales_bonus' ? 'fill-ink' : 'fill-edge'
}
