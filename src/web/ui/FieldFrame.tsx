import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type FieldTexts = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** Appends "(optional)" to the label; all other fields are required. */
  optional?: boolean
}

/** Attributes that associate a control with its texts; spread them on the control. */
export function fieldAria(id: string, { hint, error }: Pick<FieldTexts, 'hint' | 'error'>) {
  const describedBy = cx(error && `${id}-error`, hint ? `${id}-hint` : '')
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined } as const
}

/** Without rounded corners, which depend on adjacent controls. */
export const controlBase =
  'w-full min-h-12 border border-edge bg-raised px-3.5 py-2.5 text-body transition-colors ' +
  'placeholder:text-muted hover:border-ink aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger ' +
  'focus-visible:outline-offset-1 disabled:bg-sunken disabled:text-muted'

export const controlClass = cx(controlBase, 'rounded-field')

/** Label, control, then the hint or the error, in reading order for screen readers. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  optional,
  className,
  gap = 'gap-1.5',
  text = 'text-note',
  children,
}: FieldTexts & { id: string; className?: string | undefined; gap?: string; text?: string; children: ReactNode }) {
  return (
    <div className={cx('grid content-start', gap, className)}>
      <label htmlFor={id} className={cx(text, 'font-[560]')}>
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className={cx(text, 'text-muted')}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={cx(text, 'font-[520] text-danger')}>
          {error}
        </p>
      )}
    </div>
  )
}
