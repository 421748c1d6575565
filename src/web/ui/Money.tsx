import { formatDollars } from '#domain/money/money.ts'
import { cx } from './cx.ts'

/** Formats dollars from the contract, such as `19.9`, as `$19.90`; negative numbers have a real minus sign. */
export const Money = ({ value, className }: { value: number; className?: string }) => (
  <span className={cx('figures whitespace-nowrap', value < 0 && 'text-danger', className)}>{formatDollars(value)}</span>
)
