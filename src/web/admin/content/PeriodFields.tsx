import type { Period } from '#domain/calendar/period.ts'
import { parseShopTime, toShopTime } from '#domain/calendar/shop-time.ts'
import { TextField } from '#web/ui/fields.tsx'

type PeriodFieldsProps = {
  /** Path of the item in the body; empty for the body itself. */
  name: string
  period: Period
  onChange: (period: Period) => void
}

/** When an item is shown. */
export function PeriodFields({ name, period, onChange }: PeriodFieldsProps) {
  const { from, until } = period
  const prefix = name === '' ? '' : `${name}.`
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        name={`${prefix}from`}
        type="datetime-local"
        label="Shown from"
        optional
        hint="New York time."
        value={toField(from)}
        onChange={({ target }) => onChange({ from: readField(target.value), until })}
      />
      <TextField
        name={`${prefix}until`}
        type="datetime-local"
        label="Shown until"
        optional
        value={toField(until)}
        onChange={({ target }) => onChange({ from, until: readField(target.value) })}
      />
    </div>
  )
}

const toField = (instant: string | null): string => (instant === null ? '' : toShopTime(instant))
const readField = (text: string): string | null => parseShopTime(text) ?? null
