import { cx } from '#web/ui/cx.ts'

const whole = new Intl.NumberFormat('en-US', { signDisplay: 'negative' })

/** Points: green when positive, red otherwise (specification §9). */
export const Pv = ({ points, className }: { points: number; className?: string }) => (
  <span className={cx('figures whitespace-nowrap', points > 0 ? 'text-success' : 'text-danger', className)}>
    {whole.format(points).replace('-', '−')} PV
  </span>
)
