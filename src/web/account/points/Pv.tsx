import type { ReactNode } from 'react'
import { formatWhole } from '#domain/money/whole-number.ts'
import { cx } from '#web/ui/cx.ts'

/** Returns `4,035 PV`; negative numbers have a real minus sign. */
export const formatPv = (points: number): string => `${formatWhole(points)}\u00a0PV`

type PvProps = {
  points: number
  className?: string
  /** Replaces `4,035 PV`: a signed difference, or a number in a column headed PV. */
  children?: ReactNode
}

/** Points and volumes: green when positive, red otherwise (docs/specification §9). The sign conveys it as well. */
export const Pv = ({ points, className, children }: PvProps) => (
  <span className={cx('figures whitespace-nowrap', className, points > 0 ? 'text-success' : 'text-danger')}>
    {children ?? formatPv(points)}
  </span>
)
