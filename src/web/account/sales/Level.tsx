import { cx } from '#web/ui/cx.ts'
import { Gem } from './Gem.tsx'

type LevelProps = { level: number; name: string; className?: string }

/** A level with its gem and name. */
export const Level = ({ level, name, className }: LevelProps) => (
  <span className={cx('whitespace-nowrap', className)}>
    <Gem level={level} className="mr-2 inline size-[1.4em] align-[-0.36em]" />
    {name}
  </span>
)
