import { WithAside } from '#web/ui/PageFrame.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import type { Step } from './steps.ts'

/** Reserves the space of the real layout to prevent shifts. Hidden without scripts, which would never replace it. */
export const StepSkeleton = ({ step }: { step: Step }) => (
  <div className="noscript:hidden">
    <div className="mb-8 h-14 rounded-card border border-hairline lg:hidden" />
    <WithAside aside={<div className="h-88 rounded-card border border-hairline max-lg:hidden" />}>
      {step !== 'shipping' && <CollapsedStep />}
      <Spinner label="Loading your checkout…" className="mb-5 text-muted" />
      {step !== 'review' && (
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
          {['one', 'two', 'three', 'four'].map((field) => (
            <span key={field} className="grid gap-1.5">
              <Skeleton className="h-5 w-24" />
              <span className="h-12 rounded-field border border-hairline" />
            </span>
          ))}
        </div>
      )}
    </WithAside>
  </div>
)

const CollapsedStep = () => (
  <div className="grid gap-3 border-t border-hairline py-5">
    <Skeleton className="h-6 w-32" />
    <Skeleton className="h-20 w-56" />
  </div>
)
