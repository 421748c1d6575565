import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { cx } from './cx.ts'

type QuantityChangerProps = {
  /** Names what is counted, for those who cannot see it beside the field. */
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max: number
  name?: string
  disabled?: boolean
  className?: string
}

const step =
  'grid w-11 place-items-center rounded-pill transition-colors not-disabled:hover:bg-sunken disabled:text-edge'

/** Minus, a field, plus. A typed number outside the range is brought back when the field is left. */
export function QuantityChanger({
  label,
  value,
  onChange,
  min = 1,
  max,
  name,
  disabled,
  className,
}: QuantityChangerProps) {
  // What is being typed, until it is committed.
  const [draft, setDraft] = useState<string | null>(null)
  const change = (next: number) => onChange(Math.min(max, Math.max(min, next)))
  return (
    <div
      className={cx('inline-grid h-12 grid-cols-[auto_3rem_auto] rounded-pill border border-edge bg-raised', className)}
    >
      <button
        type="button"
        className={step}
        aria-label={`Less: ${label}`}
        disabled={disabled || value <= min}
        onClick={() => change(value - 1)}
      >
        <Minus size={16} aria-hidden />
      </button>
      <input
        type="number"
        inputMode="numeric"
        name={name}
        aria-label={label}
        min={min}
        max={max}
        step={1}
        required
        disabled={disabled}
        value={draft ?? value}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
        className={cx(
          'figures w-full rounded-field bg-transparent text-center font-[560] focus-visible:outline-offset-[-4px]',
          '[appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none',
        )}
      />
      <button
        type="button"
        className={step}
        aria-label={`More: ${label}`}
        disabled={disabled || value >= max}
        onClick={() => change(value + 1)}
      >
        <Plus size={16} aria-hidden />
      </button>
    </div>
  )

  function commit() {
    const typed = Math.round(Number(draft))
    if (draft && Number.isFinite(typed) && typed !== value) change(typed)
    setDraft(null)
  }
}
