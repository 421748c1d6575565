import type { AdminResponse } from '#contract/admin-calls.ts'
import { shortMonthName } from '#contract/compensation/month-labels.ts'
import { figureRowsPath, listColumns } from '#contract/reporting/report-labels.ts'
import { type Month, previousMonth } from '#domain/calendar/month.ts'
import type { Report } from '#domain/reporting/report-figures.ts'
import { Select } from '#web/ui/fields.tsx'
import { ColumnChart } from '../ui/ColumnChart.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { defaultFigures, formatFigure } from './report-labels.ts'

type ChartProps = { report: Report; months: AdminResponse<'report'>['months'] }

/** A figure of the report by month, next to the same month of the previous year. */
export function ReportChart({ report, months }: ChartProps) {
  const url = usePageUrl()
  const columns = listColumns(report)
  const requestedKey = url.get('figure') ?? defaultFigures[report]
  const index = Math.max(
    0,
    columns.findIndex(({ key }) => key === requestedKey),
  )
  const column = columns[index]
  if (!column) return null
  const { key, words } = column
  // Omits months without data: null is not zero.
  const visibleMonths = months.filter(({ sum }) => sum[index] !== null).reverse()
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <Select
        label="The chart shows"
        className="w-56 max-w-full"
        value={key}
        onChange={({ target: { value } }) =>
          url.change({ figure: value === defaultFigures[report] ? undefined : value }, { replace: true })
        }
      >
        {columns.map(({ key: option, words: { name } }) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </Select>
      {visibleMonths.length === 0 ? (
        <p className="text-muted">Not available for these months yet. Available once a month is closed.</p>
      ) : (
        <ColumnChart
          label={`${words.name} by month`}
          columns={visibleMonths.map(({ month, sum, before }) => ({
            key: month,
            name: shortMonthName(month),
            value: sum[index] ?? 0,
            previous: before[index] ?? 0,
            previousName: shortMonthName(yearBefore(month as Month)),
            to: figureRowsPath({ report, column: key }, { from: month, to: month }),
          }))}
          format={(value) => formatFigure(words.unit, value)}
        />
      )}
    </div>
  )
}

function yearBefore(month: Month): Month {
  let before = month
  for (let n = 0; n < 12; n++) before = previousMonth(before)
  return before
}
