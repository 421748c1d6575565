import { cx } from '#web/ui/cx.ts'
import { describeRun, type Run } from './month-labels.ts'

/** Progress of a preview or close. The run continues when the page is closed and after a server restart. */
export function RunProgress({ run }: { run: Run }) {
  const label = describeRun(run)
  return (
    <div role="status" className="grid max-w-form gap-2 rounded-card border border-hairline bg-raised p-5">
      <p className="font-[560]">{run.kind === 'preview' ? 'Calculating the month' : 'Closing the month'}</p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(run.stage !== null && { 'aria-valuenow': run.percent })}
        className="h-1.5 overflow-hidden rounded-pill bg-sunken"
      >
        <div
          className={cx('h-full rounded-pill bg-accent transition-[width]', run.stage === null && 'animate-pulse')}
          style={{ width: `${run.stage === null ? 8 : Math.max(8, run.percent)}%` }}
        />
      </div>
      <p className="text-small text-muted">{label} … You can leave this page.</p>
    </div>
  )
}
