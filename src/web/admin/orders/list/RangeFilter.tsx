import CalendarRange from 'lucide-react/icons/calendar-range'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { formatDollars } from '#domain/money/money.ts'
import { StateSelect } from '#web/forms/StateSelect.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Button } from '../../ui/Button.tsx'
import { FilterChip } from '../../ui/Filter.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { MoneyField } from '../../ui/fields.tsx'
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
      {isOpen && <RangeDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function RangeDialog({ onClose }: { onClose: () => void }) {
  const url = usePageUrl()
  const { register, getValues } = useForm({
    defaultValues: Object.fromEntries(params.map((param) => [param, url.get(param) ?? ''])),
  })
  const field = (param: (typeof params)[number]) => ({ ...register(param), defaultValue: url.get(param) })
  return (
    <FormDialog
      open
      onClose={onClose}
      title="More filters"
      submit="Apply"
      onSubmit={async () =>
        url.change({
          after: undefined,
          ...Object.fromEntries(
            Object.entries(getValues()).map(([param, value]) => [
              param,
              value.trim().replace(/[$,]/g, '').toUpperCase(),
            ]),
          ),
        })
      }
    >
      <div className="grid grid-cols-2 gap-3">
        <TextField label="Placed from" {...field('from')} type="date" />
        <TextField label="Placed to" {...field('to')} type="date" />
        <MoneyField label="Total from" {...field('total_from')} />
        <MoneyField label="Total to" {...field('total_to')} />
        <StateSelect label="Delivery state" {...field('state')} none="Any" />
      </div>
    </FormDialog>
  )
}

/** Returns `from X`, `up to Y`, `X – Y`. */
function formatRange(low: string | undefined, high: string | undefined, format: (value: string) => string): string {
  if (low !== undefined && high !== undefined) return `${format(low)} – ${format(high)}`
  return low !== undefined ? `from ${format(low)}` : `up to ${format(high ?? '')}`
}
