import type { ReactNode } from 'react'
import { cx } from './ui/cx.ts'

const whole = new Intl.NumberFormat('en-US')

/** `4,035 PV`, below zero with a real minus. */
export const formatPv = (points: number): string => `${whole.format(points).replace('-', '−')}\u00a0PV`

type PvProps = {
  points: number
  className?: string
  /** Where something else than `4,035 PV` is read: a difference with its sign, a figure under a head that says PV. */
  children?: ReactNode
}

/**
 * Points and volumes, wherever they are shown: green when positive, red otherwise (docs/specification §9). The sign
 * says it, too.
 */
export const Pv = ({ points, className, children }: PvProps) => (
  <span className={cx('figures whitespace-nowrap', className, points > 0 ? 'text-success' : 'text-danger')}>
    {children ?? formatPv(points)}
  </span>
)
