import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Shelf } from './Shelf.tsx'

type EmptyStateProps = {
  /** Says that the list is empty. */
  title: ReactNode
  /** Explains what will appear here, or how. */
  children?: ReactNode
  /** First action to take. */
  action?: ReactNode
  className?: string
}

/** Shown in place of an empty list. */
export const EmptyState = ({ title, children, action, className }: EmptyStateProps) => (
  <div
    className={cx(
      'flex flex-col items-start gap-6 rounded-card bg-sunken px-5 py-7 sm:flex-row-reverse sm:items-center sm:justify-between sm:gap-10 sm:px-8 sm:py-9',
      className,
    )}
  >
    <Shelf className="w-44 max-w-full shrink-0 text-muted md:w-52" />
    <div className="grid min-w-0 justify-items-start gap-2">
      <p className="display text-title">{title}</p>
      {children && <p className="max-w-prose text-muted">{children}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  </div>
)
