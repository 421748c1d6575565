import { cx } from './cx.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `19.9` dollars, as the contract carries them, → `$19.90`. */
export const formatMoney = (value: number): string => dollars.format(value)

export const Money = ({ value, className }: { value: number; className?: string }) => (
  <span className={cx('figures', className)}>{formatMoney(value)}</span>
)
