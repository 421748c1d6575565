import CalendarRange from 'lucide-react/icons/calendar-range'
import { useState } from 'react'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { formatDollars } from '#domain/money/money.ts'
import { StateSelect } from '#web/forms/StateSelect.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Button } from '../../ui/Button.tsx'
import { FilterChip } from '../../ui/Filter.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { MoneyField } from '../../ui/fields.tsx'
import { textOf } from '../../ui/read-form.ts'
import { usePageUrl } from '../../ui/use-page-url.ts'

const params = ['from', 'to', 'total_from', 'total_to', 'state'] as const

/** Filters with more than one value: dates, totals and the delivery state. */
export function RangeFilter() {
  const url = usePageUrl()
  const [isOpen, setOpen] = useState(false)
  const [from, to, totalFrom, totalTo, state] = params.map((param) => url.get(param))
  const withoutParams = (...names: (typeof params)[number][]) =>
    url.with({ after: undefined, ...Object.fromEntries(names.map((name) => [name, undefined])) })
  return (
    <>
      {(from ?? to) && (
        <FilterChip
          label="Placed"
          value={formatRange(from, to, formatCalendarDay)}
          removeHref={withoutParams('from', 'to')}
        />
      )}
      {(totalFrom ?? totalTo) && (
        <FilterChip
          label="Total"
          value={formatRange(totalFrom, totalTo, (value) => formatDollars(Number(value)))}
          removeHref={withoutParams('total_from', 'total_to')}
        />
      )}
      {state && <FilterChip label="To" value={state} removeHref={withoutParams('state')} />}
      <Button kind="quiet" icon={<CalendarRange size={15} aria-hidden />} onClick={() => setOpen(true)}>
        More filters
      </Button>
      <FormDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="More filters"
        submit="Apply"
        onSubmit={async (form) =>
          url.change({
            after: undefined,
            ...Object.fromEntries(
              params.map((param) => [param, textOf(form, param).replace(/[$,]/g, '').toUpperCase()]),
            ),
          })
        }
      >
        <div className="grid grid-cols-2 gap-3">
          <TextField label="Placed from" name="from" type="date" defaultValue={from} />
          <TextField label="Placed to" name="to" type="date" defaultValue={to} />
          <MoneyField label="Total from" name="total_from" defaultValue={totalFrom} />
          <MoneyField label="Total to" name="total_to" defaultValue={totalTo} />
          <StateSelect label="Delivery state" name="state" none="Any" defaultValue={state} />
        </div>
      </FormDialog>
    </>
  )
}

/** Returns `from X`, `up to Y`, `X – Y`. */
function formatRange(low: string | undefined, high: string | undefined, format: (value: string) => string): string {
  if (low !== undefined && high !== undefined) return `${format(low)} – ${format(high)}`
  return low !== undefined ? `from ${format(low)}` : `up to ${format(high ?? '')}`
}
