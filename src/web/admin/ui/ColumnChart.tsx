import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { type KeyboardEvent, useId, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { ScrollRegion } from '#web/ui/ScrollRegion.tsx'
import { columnAfter } from './next-column.ts'

type ChartColumn = {
  key: string
  name: string
  value: number
  /** Value of the previous period, drawn as a line across the column. */
  before: number
  beforeName: string
  /** List of the rows behind the value. */
  to?: string | undefined
}

type ColumnChartProps = { label: string; columns: readonly ChartColumn[]; show: (value: number) => string }

const WIDTH = 720
const HEIGHT = 200

/**
 * Column chart: the current column in the accent color, the previous period as a mark. Arrow keys move between
 * columns, as on a slider; a button shows the same data as a table.
 */
export function ColumnChart({ label, columns, show }: ColumnChartProps) {
  const id = useId()
  const [at, setAt] = useState<number>()
  const shownIndex = at ?? columns.length - 1
  const shown = columns[shownIndex]
  const values = columns.flatMap(({ value, before }) => [value, before])
  const x = scaleBand({ domain: columns.map(({ key }) => key), range: [0, WIDTH], paddingInner: 0.28 })
  const y = scaleLinear({ domain: [Math.min(0, ...values), Math.max(1, ...values)], range: [HEIGHT, 0], nice: true })
  const zero = y(0)

  function move(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const last = columns.length - 1
    const next = columnAfter(event.key, shownIndex, last)
    if (next === undefined) return
    event.preventDefault()
    setAt(Math.min(Math.max(next, 0), last))
  }

  return (
    <figure className="grid grid-cols-1 gap-2">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span id={id} className="text-small text-muted">
          {label}
        </span>
        {shown && (
          <span className="figures">
            {shown.name}: <Value column={shown} show={show} className="font-[560]" />
            <span className="text-muted">
              {' '}
              · {shown.beforeName}: {show(shown.before)}
            </span>
          </span>
        )}
      </figcaption>
      <div
        role="slider"
        tabIndex={0}
        aria-labelledby={id}
        aria-valuemin={1}
        aria-valuemax={columns.length}
        aria-valuenow={shownIndex + 1}
        aria-valuetext={shown && `${shown.name}: ${show(shown.value)}; ${shown.beforeName}: ${show(shown.before)}`}
        onKeyDown={move}
        onBlur={() => setAt(undefined)}
      >
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT + 2}`}
          preserveAspectRatio="none"
          className="h-48 w-full"
          aria-hidden="true"
          onPointerLeave={() => setAt(undefined)}
        >
          <Group top={1}>
            {columns.map(({ key, value, before }, index) => {
              const left = x(key) ?? 0
              const isLast = index === columns.length - 1
              return (
                <Group key={key}>
                  <Bar
                    x={left}
                    width={x.bandwidth()}
                    y={Math.min(y(value), zero)}
                    height={Math.max(Math.abs(y(value) - zero), value === 0 ? 0 : 1)}
                    className={cx(
                      isLast ? 'fill-accent' : at === index ? 'fill-ink' : 'fill-muted',
                      (at === undefined ? isLast : at === index) && 'forced-colors:fill-[Highlight]',
                    )}
                  />
                  <line
                    x1={left - x.bandwidth() * 0.12}
                    x2={left + x.bandwidth() * 1.12}
                    y1={y(before)}
                    y2={y(before)}
                    className="stroke-ink"
                    strokeWidth={1.5}
                    vectorEffect="non-scaling-stroke"
                  />
                  <rect
                    x={left - (x.step() - x.bandwidth()) / 2}
                    width={x.step()}
                    y={0}
                    height={HEIGHT}
                    fill="transparent"
                    onPointerEnter={() => setAt(index)}
                  />
                </Group>
              )
            })}
            <line x1={0} x2={WIDTH} y1={zero} y2={zero} className="stroke-edge" vectorEffect="non-scaling-stroke" />
          </Group>
        </svg>
        <div className="flex justify-between text-small text-muted" aria-hidden="true">
          <span>{columns[0]?.name}</span>
          <span className="inline-flex items-center gap-2">
            <span className="w-4 border-t-2 border-ink" />
            previous period
          </span>
          <span>{columns.at(-1)?.name}</span>
        </div>
      </div>
      <details className="text-small not-open:print:hidden">
        <summary className="text-link w-fit">As a table</summary>
        <ScrollRegion aria-labelledby={id}>
          <table aria-labelledby={id} className="figures mt-2 w-full text-right">
            <thead className="text-muted">
              <tr className="*:border-b *:border-hairline *:py-1 *:font-normal">
                <th scope="col" className="text-left">
                  When
                </th>
                <th scope="col">Value</th>
                <th scope="col">Previous period</th>
              </tr>
            </thead>
            <tbody>
              {columns.toReversed().map((column) => (
                <tr key={column.key} className="*:border-b *:border-hairline *:py-1">
                  <th scope="row" className="text-left font-normal">
                    {column.name}
                  </th>
                  <td>
                    <Value column={column} show={show} />
                  </td>
                  <td className="text-muted">{show(column.before)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </details>
    </figure>
  )
}

type ValueProps = { column: ChartColumn; show: (value: number) => string; className?: string }

const Value = ({ column: { value, to }, show, className }: ValueProps) =>
  to === undefined ? (
    <span className={className}>{show(value)}</span>
  ) : (
    <PageLink to={to} className={cx('text-link', className)}>
      {show(value)}
    </PageLink>
  )
