import { cx } from './cx.ts'

/** A place something is about to take; give it that thing's size. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cx('block animate-breathe rounded-field bg-hairline', className)} />
)
