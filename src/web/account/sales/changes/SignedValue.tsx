import { Pv } from '#web/account/points/Pv.tsx'
import { cx } from '#web/ui/cx.ts'
import { signedMoney, signedPv } from './change-labels.ts'

type SignedValueProps = { value: number; unit: 'money' | 'pv'; className?: string }

/** A difference: the sign shows its direction, and the color repeats it. */
export const SignedValue = ({ value, unit, className }: SignedValueProps) =>
  unit === 'pv' ? (
    <Pv points={value} {...(className && { className })}>
      {signedPv(value)}
    </Pv>
  ) : (
    <span className={cx('figures whitespace-nowrap', valueClass(value), className)}>{signedMoney(value)}</span>
  )

function valueClass(value: number): string {
  if (value === 0) return 'text-muted'
  return value > 0 ? 'text-success' : 'text-danger'
}
