import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { type KeyboardEvent, useId, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { ScrollRegion } from '#web/ui/ScrollRegion.tsx'
import { nextColumn } from './next-column.ts'

type ChartColumn = {
  key: string
  name: string
  value: number
  /** Value of the previous period, drawn as a line across the column. */
  previous: number
  previousName: string
  /** List of the rows behind the value. */
  to?: string | undefined
}

type ColumnChartProps = { label: string; columns: readonly ChartColumn[]; format: (value: number) => string }

const WIDTH = 720
const HEIGHT = 200

/**
 * Column chart: the current column in the accent color, the previous period as a mark. Arrow keys move between
 * columns, as on a slider; a button shows the same data as a table.
 */
export function ColumnChart({ label, columns, format }: ColumnChartProps) {
  const id = useId()
  const [hoveredIndex, setHoveredIndex] = useState<number>()
  const activeIndex = hoveredIndex ?? columns.length - 1
  const activeColumn = columns[activeIndex]
  const values = columns.flatMap(({ value, previous }) => [value, previous])
  const x = scaleBand({ domain: columns.map(({ key }) => key), range: [0, WIDTH], paddingInner: 0.28 })
  const y = scaleLinear({ domain: [Math.min(0, ...values), Math.max(1, ...values)], range: [HEIGHT, 0], nice: true })
  const zero = y(0)

  function move(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const last = columns.length - 1
    const target = nextColumn(event.key, activeIndex, last)
    if (target === undefined) return
    event.preventDefault()
    setHoveredIndex(Math.min(Math.max(target, 0), last))
  }

  return (
    <figure className="grid grid-cols-1 gap-2">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span id={id} className="text-small text-muted">
          {label}
        </span>
        {activeColumn && (
          <span className="figures">
            {activeColumn.name}: <Value column={activeColumn} format={format} className="font-[560]" />
            <span className="text-muted">
              {' '}
              · {activeColumn.previousName}: {format(activeColumn.previous)}
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
        aria-valuenow={activeIndex + 1}
        aria-valuetext={
          activeColumn &&
          `${activeColumn.name}: ${format(activeColumn.value)}; ${activeColumn.previousName}: ${format(activeColumn.previous)}`
        }
        onKeyDown={move}
        onBlur={() => setHoveredIndex(undefined)}
      >
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT + 2}`}
          preserveAspectRatio="none"
          className="h-48 w-full"
          aria-hidden="true"
          onPointerLeave={() => setHoveredIndex(undefined)}
        >
          <Group top={1}>
            {columns.map(({ key, value, previous }, index) => {
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
                      isLast ? 'fill-accent' : hoveredIndex === index ? 'fill-ink' : 'fill-muted',
                      (hoveredIndex === undefined ? isLast : hoveredIndex === index) &&
                        'forced-colors:fill-[Highlight]',
                    )}
                  />
                  <line
                    x1={left - x.bandwidth() * 0.12}
                    x2={left + x.bandwidth() * 1.12}
                    y1={y(previous)}
                    y2={y(previous)}
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
                    onPointerEnter={() => setHoveredIndex(index)}
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
                    <Value column={column} format={format} />
                  </td>
                  <td className="text-muted">{format(column.previous)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </details>
    </figure>
  )
}

type ValueProps = { column: ChartColumn; format: (value: number) => string; className?: string }

const Value = ({ column: { value, to }, format, className }: ValueProps) =>
  to === undefined ? (
    <span className={className}>{format(value)}</span>
  ) : (
    <PageLink to={to} className={cx('text-link', className)}>
      {format(value)}
    </PageLink>
  )
