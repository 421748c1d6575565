import { startTransition, useOptimistic } from 'react'
import { useNavigate } from 'react-router'
import type { SalesDetail } from '#contract/compensation/sales.ts'
import { Select } from '#web/ui/fields.tsx'
import { hasBegun, MONTHS, type SalesMonth, stateLabels } from './figures.ts'
import { salesPaths } from './sales-paths.ts'
import { useMonthQuery } from './use-month-query.ts'

/** Selects the month of the page. Stored in the URL, so that it can be bookmarked and shared. */
export function MonthFilter({ detail, current }: { detail: SalesDetail; current: SalesMonth | undefined }) {
  const navigate = useNavigate()
  const { name, meaning } = stateLabels[detail.state]
  const query = useMonthQuery()
  // Holds the selection itself, not the URL that follows later: two quick selections must yield one month.
  const [{ year, month }, setSelection] = useOptimistic<SalesMonth>({
    year: query.year ?? detail.year,
    month: query.month ?? detail.month,
  })

  function selectMonth(requested: SalesMonth) {
    // That month of another year may be in the future.
    const next = current && !hasBegun(requested, current) ? current : requested
    startTransition(async () => {
      setSelection(next)
      await navigate(salesPaths.sales({ year: next.year, month: next.month }), { preventScrollReset: true })
    })
  }

  return (
    <div className="mb-7 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="flex flex-wrap gap-3 max-sm:min-w-0 max-sm:grow">
        <Select
          label="Year"
          value={year}
          onChange={({ target }) => selectMonth({ year: target.value, month })}
          className="w-28"
        >
          {detail.years.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </Select>
        <Select
          label="Month"
          value={month}
          onChange={({ target }) => selectMonth({ year, month: target.value })}
          className="w-48 max-w-full grid-cols-1 max-sm:min-w-0 max-sm:flex-[1_1_9rem]"
        >
          {MONTHS.map(({ code, name }) => (
            <option key={code} value={code} disabled={current && !hasBegun({ year, month: code }, current)}>
              {code} {name}
            </option>
          ))}
        </Select>
      </div>
      <p className="grow basis-56 text-note text-muted sm:pb-1.5 sm:text-right">
        <strong className="block font-[560] text-ink">{name}</strong>
        {meaning}
      </p>
    </div>
  )
}
