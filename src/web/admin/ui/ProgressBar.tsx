import { cx } from '#web/ui/cx.ts'

/** Shows at least this much, so that the bar is visible from the start. */
const MIN_PERCENT = 8

/** `percent` is undefined while the end is not known. */
export const ProgressBar = ({ label, percent }: { label: string; percent: number | undefined }) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    {...(percent !== undefined && { 'aria-valuenow': percent })}
    className="h-1.5 overflow-hidden rounded-pill bg-sunken"
  >
    <div
      className={cx('h-full rounded-pill bg-accent transition-[width]', percent === undefined && 'animate-pulse')}
      style={{ width: `${Math.max(MIN_PERCENT, percent ?? 0)}%` }}
    />
  </div>
)
