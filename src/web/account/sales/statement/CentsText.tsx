import { cents, formatCents } from '#domain/money/money.ts'
import { cx } from '#web/ui/cx.ts'

/** An amount of a statement, in cents; red below zero. */
export const CentsText = ({ value, className }: { value: number; className?: string }) => (
  <span className={cx('figures whitespace-nowrap', value < 0 && 'text-danger', className)}>
    {formatCents(cents(value))}
  </span>
)
