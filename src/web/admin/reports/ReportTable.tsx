import { Fragment, type ReactNode } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { shortMonthName } from '#contract/compensation/month-labels.ts'
import { type ColumnLabels, figureRowsPath, listColumns, type ReportPart } from '#contract/reporting/report-labels.ts'
import type { Report } from '#domain/reporting/report-figures.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { ScrollRegion } from '#web/ui/ScrollRegion.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { formatFigure, formatSpan, partLabel } from './report-labels.ts'

type ReportResponse = AdminResponse<'report'>
type Values = ReportResponse['sum']
type TableProps = { report: Report; response: ReportResponse; from: string; to: string; isStale: boolean }
type Line = {
  key: string
  name: string
  note?: string | undefined
  from: string
  to: string
  part?: ReportPart
  values: Values
  variant: 'sum' | 'month' | 'part'
  /** Excludes open months from shares because their bonuses are not known yet. */
  isOfClosed?: boolean
}

/** All months first, then each month with its parts; every figure links to its rows. */
function linesOf({ report, response, from, to }: TableProps): Line[] {
  const bonuses = listColumns(report).findIndex(({ key }) => key === 'bonuses')
  const isOfClosed = response.months.some(({ sum }) => sum[bonuses] === null)
  const partsOf = (rows: ReportResponse['rows'], key: string, range: { from: string; to: string }): Line[] =>
    rows.map(({ part, values }) => {
      const name = partLabel(part)
      return { key: `${key} ${name}`, name, ...range, part, values, variant: 'part' }
    })
  return [
    { key: 'sum', name: formatSpan(from, to), from, to, values: response.sum, variant: 'sum', isOfClosed },
    ...partsOf(response.rows, 'sum', { from, to }),
    ...response.months.flatMap(({ month, is_over, sum, rows }): Line[] => {
      const range = { from: month, to: month }
      const note = is_over ? undefined : 'so far'
      return [
        { key: month, name: shortMonthName(month), note, ...range, values: sum, variant: 'month' },
        ...partsOf(rows, month, range),
      ]
    }),
  ]
}

export function ReportTable(props: TableProps) {
  const { report, isStale } = props
  const narrow = useNarrow()
  const columns = listColumns(report)
  const lines = linesOf(props)
  const label = 'Figures by month'
  if (narrow)
    return (
      <ul aria-label={label} aria-busy={isStale} className={cx('border-t border-hairline', isStale && 'opacity-60')}>
        {lines.map((line) => (
          <li key={line.key} className={cx('border-b border-hairline py-2.5', line.variant === 'part' && 'pl-4')}>
            <p className={line.variant === 'part' ? 'text-muted' : 'font-[560]'}>
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
                line.variant === 'sum' ? 'font-[560] *:border-ink' : '*:border-hairline hover:bg-sunken',
              )}
            >
              <th
                scope="row"
                className={cx('text-left', line.variant === 'part' ? 'font-normal text-muted *:pl-4' : 'font-[560]')}
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
  const suffix = line.isOfClosed && value !== null && words.unit === 'percent' ? ' of closed months' : ''
  const text = formatFigure(words.unit, value) + suffix
  const to = value === null || value === 0 ? undefined : figureRowsPath({ report, column }, line)
  if (to === undefined) return <span className={value === null || value === 0 ? 'text-muted' : undefined}>{text}</span>
  return (
    <PageLink to={to} className="text-link" aria-label={`${text}, ${words.name} of ${lineName(line)}`}>
      {text}
    </PageLink>
  )
}

const lineName = ({ name, from, to, variant }: Line): string =>
  variant === 'part' ? `${name} in ${formatSpan(from, to)}` : name
