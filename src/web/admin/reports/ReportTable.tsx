import { Fragment, type ReactNode } from 'react'
import type { AdminAnswer } from '#contract/admin-calls.ts'
import { shortMonthName } from '#contract/compensation/month-labels.ts'
import { type ColumnLabels, columnsOf, type ReportPart, rowsOfFigure } from '#contract/reporting/report-labels.ts'
import type { Report } from '#domain/reporting/report-figures.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { ScrollRegion } from '#web/ui/ScrollRegion.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { figureLabels, partLabels, spanLabels } from './report-labels.ts'

type Answer = AdminAnswer<'report'>
type Values = Answer['sum']
type TableProps = { report: Report; answer: Answer; from: string; to: string; isStale: boolean }
type Line = {
  key: string
  name: string
  note?: string | undefined
  from: string
  to: string
  part?: ReportPart
  values: Values
  look: 'sum' | 'month' | 'part'
  /** Excludes open months from shares because their bonuses are not known yet. */
  isOfClosed?: boolean
}

/** All months first, then each month with its parts; every figure links to its rows. */
function linesOf({ report, answer, from, to }: TableProps): Line[] {
  const bonuses = columnsOf(report).findIndex(({ key }) => key === 'bonuses')
  const isOfClosed = answer.months.some(({ sum }) => sum[bonuses] === null)
  const partsOf = (rows: Answer['rows'], key: string, where: { from: string; to: string }): Line[] =>
    rows.map(({ part, values }) => {
      const name = partLabels(part)
      return { key: `${key} ${name}`, name, ...where, part, values, look: 'part' }
    })
  return [
    { key: 'sum', name: spanLabels(from, to), from, to, values: answer.sum, look: 'sum', isOfClosed },
    ...partsOf(answer.rows, 'sum', { from, to }),
    ...answer.months.flatMap(({ month, is_over, sum, rows }): Line[] => {
      const where = { from: month, to: month }
      const note = is_over ? undefined : 'so far'
      return [
        { key: month, name: shortMonthName(month), note, ...where, values: sum, look: 'month' },
        ...partsOf(rows, month, where),
      ]
    }),
  ]
}

export function ReportTable(props: TableProps) {
  const { report, isStale } = props
  const narrow = useNarrow()
  const columns = columnsOf(report)
  const lines = linesOf(props)
  const label = 'Figures by month'
  if (narrow)
    return (
      <ul aria-label={label} aria-busy={isStale} className={cx('border-t border-hairline', isStale && 'opacity-60')}>
        {lines.map((line) => (
          <li key={line.key} className={cx('border-b border-hairline py-2.5', line.look === 'part' && 'pl-4')}>
            <p className={line.look === 'part' ? 'text-muted' : 'font-[560]'}>
              <Name line={line} />
            </p>
            <dl className="mt-1 grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5">
              {columns.map(({ key, words }, index) => (
                <Fragment key={key}>
                  <dt className="text-muted">{words.name}</dt>
                  <dd className="figures text-right">
                    <Figure {...{ report, line, words }} column={key} value={line.values[index] ?? null} />
                  </dd>
                </Fragment>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    )
  return (
    <ScrollRegion aria-label={label}>
      <table aria-label={label} aria-busy={isStale} className={cx('w-full text-right', isStale && 'opacity-60')}>
        <thead className="text-small text-muted">
          <tr className="*:border-b *:border-hairline *:py-2 *:pl-4 *:font-normal *:whitespace-nowrap *:first:pl-0">
            <th scope="col" className="text-left">
              Month
            </th>
            {columns.map(({ key, words }) => (
              <th key={key} scope="col" title={words.meaning}>
                {words.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="figures">
          {lines.map((line) => (
            <tr
              key={line.key}
              className={cx(
                '*:border-b *:py-2 *:pl-4 *:whitespace-nowrap *:first:pl-0',
                line.look === 'sum' ? 'font-[560] *:border-ink' : '*:border-hairline hover:bg-sunken',
              )}
            >
              <th
                scope="row"
                className={cx('text-left', line.look === 'part' ? 'font-normal text-muted *:pl-4' : 'font-[560]')}
              >
                <Name line={line} />
              </th>
              {columns.map(({ key, words }, index) => (
                <td key={key}>
                  <Figure {...{ report, line, words }} column={key} value={line.values[index] ?? null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

const Name = ({ line: { name, note } }: { line: Line }): ReactNode => (
  <span>
    {name}
    {note && <span className="font-normal text-muted"> {note}</span>}
  </span>
)

type FigureProps = { report: Report; column: string; words: ColumnLabels; line: Line; value: number | null }

function Figure({ report, column, words, line, value }: FigureProps) {
  const base = line.isOfClosed && value !== null && words.unit === 'percent' ? ' of closed months' : ''
  const shown = figureLabels(words.unit, value) + base
  const to = value === null || value === 0 ? undefined : rowsOfFigure({ report, column }, line)
  if (to === undefined) return <span className={value === null || value === 0 ? 'text-muted' : undefined}>{shown}</span>
  return (
    <PageLink to={to} className="text-link" aria-label={`${shown}, ${words.name} of ${nameOf(line)}`}>
      {shown}
    </PageLink>
  )
}

const nameOf = ({ name, from, to, look }: Line): string =>
  look === 'part' ? `${name} in ${spanLabels(from, to)}` : name
