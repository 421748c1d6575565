import { cx } from '#web/ui/cx.ts'

/** 1 is Active, anything else Pending (docs/specification §4). */
export const Status = ({ status }: { status: number }) => (
  <span className={cx('inline-flex items-center gap-2 whitespace-nowrap', status !== 1 && 'text-muted')}>
    <span
      aria-hidden="true"
      className={cx('size-2 rounded-pill', status === 1 ? 'bg-success' : 'border-[1.5px] border-edge')}
    />
    {status === 1 ? 'Active' : 'Pending'}
  </span>
)
