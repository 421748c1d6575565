import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { SalesHistory } from '#contract/compensation/sales.ts'
import { Money } from '#web/ui/Money.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { chartScale, zeroLine } from './chart-scale.ts'
import { monthName, type SalesMonth } from './figures.ts'
import { HistoryColumn } from './HistoryColumn.tsx'
import { HistoryTable } from './HistoryTable.tsx'
import { Level } from './Level.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import { SectionHead } from './SectionHead.tsx'

type HistoryChartProps = { history: UseQueryResult<SalesHistory>; selected: SalesMonth }

/** Bonuses of the last twelve months; every column links to its month. */
export function HistoryChart({ history, selected }: HistoryChartProps) {
  const { data, error, refetch } = history
  return (
    <section aria-labelledby="last-months">
      <SectionHead id="last-months" title="Last 12 months" />
      {data?.months.every(({ sales_bonus, level_bonus }) => sales_bonus === 0 && level_bonus === 0) ? (
        <p className="text-muted">No bonuses in these months. Your first order that counts will show up here.</p>
      ) : data ? (
        <Chart months={data.months} selected={selected} />
      ) : error ? (
        <LoadFailed what="the last months" retry={refetch} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </section>
  )
}

function Chart({ months, selected }: { months: SalesHistory['months']; selected: SalesMonth }) {
  const [hovered, setHovered] = useState<SalesMonth>()
  const isSameMonth = (a: SalesMonth, b: SalesMonth) => a.year === b.year && a.month === b.month
  // A month before the chart's range has no column; then the latest one is described.
  const highlighted = months.find((month) => isSameMonth(month, hovered ?? selected)) ?? months.at(-1)
  const scale = chartScale(months)
  return (
    <>
      {highlighted && <MonthSummary month={highlighted} />}
      <div className="grid grid-cols-[1fr_auto] gap-x-2">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: only resets the hovered column; the columns are links */}
        <div
          className="relative grid grid-cols-12"
          onPointerLeave={() => setHovered(undefined)}
          onBlur={() => setHovered(undefined)}
        >
          {months.map((month) => (
            <HistoryColumn
              key={month.year + month.month}
              month={month}
              scale={scale}
              current={isSameMonth(month, selected)}
              onHover={() => setHovered(month)}
            />
          ))}
        </div>
        <Axis top={scale.top} bottom={scale.bottom} zero={zeroLine(scale)} />
      </div>
      <ul className="mt-3 flex gap-5 text-note text-muted">
        <Key look="bg-ink" name="Sales bonus" />
        <Key look="bg-edge" name="Level bonus" />
      </ul>
      <HistoryTable months={months} />
    </>
  )
}

const MonthSummary = ({ month }: { month: SalesHistory['months'][number] }) => (
  <div className="figures mb-4 min-h-13 text-note">
    <p className="flex flex-wrap items-center gap-x-3">
      <span className="font-[560]">
        {monthName(month)}
        {month.provisional && ', so far'}
      </span>
      <Level level={month.sales_level} name={month.level_name} />
    </p>
    <p className="text-muted">
      <Money value={month.sales_bonus} /> sales + <Money value={month.level_bonus} /> level ={' '}
      <Money value={month.total_bonus} className={month.total_bonus < 0 ? '' : 'text-ink'} />
    </p>
  </div>
)

const Key = ({ look, name }: { look: string; name: string }) => (
  <li className="flex items-center gap-2">
    <span aria-hidden="true" className={`size-2.5 ${look}`} />
    {name}
  </li>
)

/** Labels at the edges of the chart. SVG, because a position in percent would need an inline style. */
const Axis = ({ top, bottom, zero }: { top: number; bottom: number; zero: number }) => (
  <svg aria-hidden="true" className="h-44 sm:h-56 w-11 overflow-visible fill-muted text-[0.75rem]">
    {[
      { at: 0, value: top },
      { at: zero, value: 0 },
      { at: 100, value: bottom },
    ]
      .filter(({ at, value }) => value !== 0 || at === zero)
      .filter(({ at, value }, i, all) => all.findIndex((mark) => mark.at === at && mark.value === value) === i)
      .map(({ at, value }) => (
        <text key={at} x="0" y={`${at}%`} dy={at === 0 ? '0.8em' : at === 100 ? '0' : '0.3em'}>
          {shortMoney.format(value).replace('-', '−')}
        </text>
      ))}
  </svg>
)

const shortMoney = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
})
