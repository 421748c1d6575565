import { type ReactNode, useId } from 'react'
import { cx } from '#web/ui/cx.ts'

type RadioListProps<Value extends string> = {
  legend: string
  /** Hides a legend that repeats the text above. */
  isLegendHidden?: boolean
  value: Value | undefined
  onChange: (value: Value) => void
  options: readonly { value: Value; label: ReactNode; end?: ReactNode }[]
  /** Arranged in a row as far as there is space. */
  isRow?: boolean
}

/** Radio buttons for a few options; Tab focuses the selected one, arrow keys change it. */
export function RadioList<Value extends string>({
  legend,
  isLegendHidden = false,
  value,
  onChange,
  options,
  isRow = false,
}: RadioListProps<Value>) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className={isLegendHidden ? 'sr-only' : 'pb-1 text-small font-[560]'}>{legend}</legend>
      <div className={cx(isRow ? 'flex flex-wrap gap-x-6 gap-y-1' : 'grid')}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-9 cursor-pointer items-center gap-2.5 py-1 pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="size-4 shrink-0 accent-ink pointer-coarse:size-5"
            />
            <span className="min-w-0">{option.label}</span>
            {option.end !== undefined && <span className="figures ml-auto pl-4">{option.end}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
