import { cx } from '#web/ui/cx.ts'
import { Gem } from './Gem.tsx'
import { levelName } from './levels.ts'

/** A level wherever it appears: its gem, always with its name. */
export const Level = ({ level, className }: { level: number; className?: string }) => (
  <span className={cx('whitespace-nowrap', className)}>
    <Gem level={level} className="mr-2 inline size-[1.4em] align-[-0.36em]" />
    {levelName(level)}
  </span>
)
