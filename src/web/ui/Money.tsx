import { cx } from './cx.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `19.9` dollars, as the contract carries them, → `$19.90`; negative numbers have a real minus sign. */
export const formatMoney = (value: number): string => dollars.format(value).replace('-', '−')

export const Money = ({ value, className }: { value: number; className?: string }) => (
  <span className={cx('figures whitespace-nowrap', value < 0 && 'text-danger', className)}>{formatMoney(value)}</span>
)
