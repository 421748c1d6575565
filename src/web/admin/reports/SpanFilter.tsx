import { shortMonthName } from '#contract/compensation/month-labels.ts'
import { compareMonths, type Month } from '#domain/calendar/month.ts'
import { Select } from '#web/ui/fields.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { monthChoices, spanPresets } from './report-labels.ts'

type SpanFilterProps = { from: Month; to: Month; now: Month }

/** A year, or a range of months. */
export function SpanFilter({ from, to, now }: SpanFilterProps) {
  const url = usePageUrl()
  const spans = spanPresets(now)
  const choices = monthChoices(now)
  // Choosing a start after the end selects only the chosen month.
  const choose = (first: Month, last: Month, selected: Month) =>
    url.change({
      ...(compareMonths(first, last) <= 0 ? { from: first, to: last } : { from: selected, to: selected }),
      after: undefined,
    })
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
      <Tabs
        label="Months"
        tabs={spans.map((span) => ({
          label: span.name,
          to: url.with({ from: span.from, to: span.to, after: undefined }),
          isCurrent: span.from === from && span.to === to,
        }))}
      />
      <div className="flex flex-wrap gap-3">
        {(['from', 'to'] as const).map((end) => (
          <Select
            key={end}
            label={end === 'from' ? 'First month' : 'Last month'}
            className="w-36"
            value={end === 'from' ? from : to}
            onChange={({ target: { value } }) =>
              end === 'from' ? choose(value as Month, to, value as Month) : choose(from, value as Month, value as Month)
            }
          >
            {choices.map((month) => (
              <option key={month} value={month}>
                {shortMonthName(month)}
              </option>
            ))}
          </Select>
        ))}
      </div>
    </div>
  )
}
