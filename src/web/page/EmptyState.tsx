import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Shelf } from './Shelf.tsx'

type EmptyStateProps = {
  /** That there is nothing yet. */
  title: ReactNode
  /** What will be here, or how it comes here. */
  children?: ReactNode
  /** What to do first. */
  action?: ReactNode
  className?: string
}

/** In the place of a list that has nothing in it yet. */
export const EmptyState = ({ title, children, action, className }: EmptyStateProps) => (
  <div
    className={cx(
      'flex flex-col items-start gap-6 rounded-card bg-sunken px-5 py-7 sm:flex-row-reverse sm:items-center sm:justify-between sm:gap-10 sm:px-8 sm:py-9',
      className,
    )}
  >
    <Shelf className="w-44 shrink-0 text-muted md:w-52" />
    <div className="grid min-w-0 justify-items-start gap-2">
      <p className="display text-title">{title}</p>
      {children && <p className="max-w-prose text-muted">{children}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  </div>
)
