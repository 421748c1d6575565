import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/** A group of fields under a heading. */
export const FormSection = ({
  title,
  className,
  children,
}: {
  title: ReactNode
  className?: string
  children: ReactNode
}) => (
  <fieldset className={cx('min-w-0', className)}>
    <legend className="display mb-4 text-title">{title}</legend>
    {children}
  </fieldset>
)

/** Two fields side by side where they fit. */
export const FieldGrid = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">{children}</div>
)
