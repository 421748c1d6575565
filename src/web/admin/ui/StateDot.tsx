import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/** `waiting`: staff have to act; `idle`: nothing is expected. */
export type StateTone = 'good' | 'waiting' | 'bad' | 'idle'

const dots: Record<StateTone, string> = {
  good: 'bg-success rounded-pill',
  waiting: 'border-2 border-warning rounded-pill',
  bad: 'bg-danger rotate-45',
  idle: 'border border-edge rounded-pill',
}

type StateDotProps = {
  tone: StateTone
  /** More than a word or two, which may need a second line. */
  isSentence?: boolean
  children: ReactNode
}

/** A state as a dot and a label; the dots also differ in shape. */
export const StateDot = ({ tone, isSentence = false, children }: StateDotProps) => (
  <span className={cx('inline-flex items-center gap-2', !isSentence && 'whitespace-nowrap')}>
    <span
      className={cx('size-2 shrink-0 forced-color-adjust-none [print-color-adjust:exact]', dots[tone])}
      aria-hidden
    />
    {children}
  </span>
)
