import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useLayoutEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { useHydrated } from './use-hydrated.ts'

type QuantityChangerProps = {
  /** Names the counted thing for screen readers. */
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max: number
  name?: string
  disabled?: boolean
  className?: string
}

const stepClass =
  'grid w-full place-items-center rounded-pill transition-colors not-disabled:not-aria-disabled:hover:bg-sunken'

/** A minus button, a field and a plus button. Corrects a number outside the range on blur. */
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
  // The text being typed, until it is committed.
  const [draft, setDraft] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  // Keeps text typed before hydration, which React would reset to the server's value.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the initial value
  useLayoutEffect(() => {
    if (field.current && field.current.value !== String(value)) setDraft(field.current.value)
  }, [])
  // Without scripts only the field works; buttons marked as waiting for scripts may be enabled by `early.client.ts`.
  const hydrated = useHydrated()
  // At a limit the button is only marked as disabled: a disabled one would lose the focus.
  const isOff = { less: disabled || value <= min, more: disabled || value >= max }
  function change(next: number) {
    const clamped = Math.min(max, Math.max(min, next))
    if (clamped !== value) onChange(clamped)
  }
  return (
    <div
      className={cx(
        'inline-grid h-12 max-w-full grid-cols-[minmax(0,2.75rem)_minmax(0,3rem)_minmax(0,2.75rem)] rounded-pill border border-edge bg-raised',
        className,
      )}
    >
      <button
        type="button"
        className={cx(stepClass, isOff.less && 'text-edge')}
        aria-label={`Decrease: ${label}`}
        disabled={disabled || !hydrated}
        aria-disabled={isOff.less}
        data-waits={isOff.less || hydrated ? undefined : ''}
        onClick={() => change(value - 1)}
      >
        <Minus size={16} aria-hidden />
      </button>
      <input
        ref={field}
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
        className={cx(stepClass, isOff.more && 'text-edge')}
        aria-label={`Increase: ${label}`}
        disabled={disabled || !hydrated}
        aria-disabled={isOff.more}
        data-waits={isOff.more || hydrated ? undefined : ''}
        onClick={() => change(value + 1)}
      >
        <Plus size={16} aria-hidden />
      </button>
    </div>
  )

  function commit() {
    const entered = Math.round(Number(draft))
    if (draft && Number.isFinite(entered) && entered !== value) change(entered)
    setDraft(null)
  }
}
