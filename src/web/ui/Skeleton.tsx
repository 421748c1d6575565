import { cx } from './cx.ts'

/** A placeholder; give it the size of the content to come. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cx('block animate-breathe rounded-field bg-hairline', className)} />
)
