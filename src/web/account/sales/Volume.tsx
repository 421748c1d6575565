import { cx } from '#web/ui/cx.ts'
import { formatPv } from './figures.ts'

/** A month's points: in red ink once more came back than was sold. */
export const Volume = ({ points, className }: { points: number; className?: string }) => (
  <span className={cx('figures whitespace-nowrap', points < 0 && 'text-danger', className)}>{formatPv(points)}</span>
)
