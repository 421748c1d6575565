import { cx } from '#web/ui/cx.ts'
import { Gem } from './Gem.tsx'
import { levelName } from './levels.ts'

/** A level wherever it is shown: its gem, and always its name. */
export const Level = ({ level, className }: { level: number; className?: string }) => (
  <span className={cx('inline-flex items-center gap-2 whitespace-nowrap', className)}>
    <Gem level={level} className="size-5.5" />
    {levelName(level)}
  </span>
)
