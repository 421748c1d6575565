import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** Rows of figures separated by lines, as in a statement. */
export function SummaryCard({
  title,
  children,
  className,
}: {
  title: ReactNode
  children: ReactNode
  className?: string
}) {
  return (
    <section className={cx('rounded-card border border-hairline bg-raised p-5 sm:p-6', className)}>
      <h2 className="display mb-4 text-title">{title}</h2>
      {children}
    </section>
  )
}

/** A row of a `<dl>`; `strong` marks the result. */
export function SummaryRow({ label, strong, children }: { label: ReactNode; strong?: boolean; children: ReactNode }) {
  return (
    <div
      className={cx(
        'figures flex items-baseline justify-between gap-6 py-2',
        strong && 'mt-2 border-t border-ink pt-3.5 text-lead font-[580]',
      )}
    >
      <dt className={strong ? '' : 'text-muted'}>{label}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  )
}
