import { useNavigate } from 'react-router'
import type { SalesDetail } from '#contract/sales.ts'
import { paths } from '#web/paths.ts'
import { Select } from '#web/ui/fields.tsx'
import { hasBegun, MONTHS, type SalesMonth, stateWords } from './figures.ts'

/** Which month the page is about; the address says it, so that it can be kept and passed on. */
export function MonthFilter({ detail, current }: { detail: SalesDetail; current: SalesMonth | undefined }) {
  const navigate = useNavigate()
  const { name, meaning } = stateWords[detail.state]

  function show(asked: SalesMonth) {
    // Another year may not have come to this month yet.
    const { year, month } = current && !hasBegun(asked, current) ? current : asked
    navigate(paths.salesOf({ year, month }), { preventScrollReset: true })
  }

  return (
    <div className="mb-7 grid gap-x-8 gap-y-4 sm:grid-cols-[auto_1fr] sm:items-end">
      <div className="flex gap-3">
        <Select
          label="Year"
          value={detail.year}
          onChange={({ target }) => show({ year: target.value, month: detail.month })}
          className="w-28"
        >
          {detail.years.map((year) => (
            <option key={year}>{year}</option>
          ))}
        </Select>
        <Select
          label="Month"
          value={detail.month}
          onChange={({ target }) => show({ year: detail.year, month: target.value })}
          className="w-48 max-sm:flex-1"
        >
          {MONTHS.map(({ code, name }) => (
            <option
              key={code}
              value={code}
              disabled={current && !hasBegun({ year: detail.year, month: code }, current)}
            >
              {code} {name}
            </option>
          ))}
        </Select>
      </div>
      <p className="text-note text-muted sm:pb-1.5 sm:text-right">
        <strong className="block font-[560] text-ink">{name}</strong>
        {meaning}
      </p>
    </div>
  )
}
