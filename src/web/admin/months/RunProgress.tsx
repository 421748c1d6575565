import { ProgressBar } from '../ui/ProgressBar.tsx'
import { describeRun, type Run } from './month-labels.ts'

/** Progress of a preview or close. The run continues when the page is closed and after a server restart. */
export function RunProgress({ run }: { run: Run }) {
  const label = describeRun(run)
  return (
    <div role="status" className="grid max-w-form gap-2 rounded-card border border-hairline bg-raised p-5">
      <p className="font-[560]">{run.kind === 'preview' ? 'Calculating the month' : 'Closing the month'}</p>
      <ProgressBar label={label} percent={run.stage === null ? undefined : run.percent} />
      <p className="text-small text-muted">{label} … You can leave this page.</p>
    </div>
  )
}
