import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/** A bar at the edge of the editor with a single field. */
export const EditorBar = ({
  id,
  label,
  error,
  className,
  children,
}: {
  id: string
  label: string
  error?: string | undefined
  /** Side of the border. */
  className: 'border-t' | 'border-b'
  children: ReactNode
}) => (
  <div className={cx('grid border-hairline px-3.5 py-1.5', className)}>
    <div className="flex flex-wrap items-center gap-x-3">
      <label htmlFor={id} className="text-note font-[560] whitespace-nowrap">
        {label}
      </label>
      {children}
    </div>
    {error && (
      <p id={`${id}-error`} role="alert" className="pb-1 text-note font-[520] text-danger">
        {error}
      </p>
    )}
  </div>
)

export const barInput =
  'min-h-9 min-w-28 flex-1 rounded-field border border-edge bg-raised px-2.5 text-note focus-visible:outline-offset-0 ' +
  'placeholder:text-muted aria-invalid:border-danger pointer-coarse:min-h-11'
