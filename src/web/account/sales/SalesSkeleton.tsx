import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

const columns = 'grid gap-x-8 gap-y-4 @min-[34rem]:grid-cols-[5fr_3fr_3fr] @min-[34rem]:items-center'

/** Reserves the space of filter, statement, progress and table to prevent shifts. */
export const SalesSkeleton = () => (
  <div>
    <Spinner label="Loading your sales" className="sr-only!" />
    <div className="mb-7 flex flex-wrap gap-3">
      <Skeleton className="mt-6.5 h-12 w-28" />
      <Skeleton className="mt-6.5 h-12 w-48" />
    </div>
    <div className="@container mb-14 rounded-card border border-hairline bg-raised">
      <div className={cx(columns, 'p-5 sm:p-7')}>
        <div className="flex h-20 items-center gap-5">
          <Skeleton className="size-14 rounded-pill sm:size-16" />
          <Skeleton className="h-7 w-36" />
        </div>
        <Figures names={['sales', 'points']} />
      </div>
      <div className={cx(columns, 'border-t border-hairline p-5 sm:p-7')}>
        <Figures names={['sales', 'level', 'total']} />
      </div>
    </div>
    <div className="mb-14 grid gap-10 xl:grid-cols-2">
      <div className="grid content-start gap-6">
        <Skeleton className="h-7 w-44" />
        {['personal', 'group', 'customers'].map((condition) => (
          <div key={condition} className="grid gap-2">
            <Skeleton className="h-5 w-28" />
            <Skeleton className="h-1.5" />
          </div>
        ))}
      </div>
      <div className="grid content-start gap-6">
        <Skeleton className="h-7 w-44" />
        <div className="h-56 border-b border-hairline" />
      </div>
    </div>
    <div>
      {['one', 'two', 'three', 'four', 'five'].map((row) => (
        <div key={row} className="flex justify-between border-b border-hairline py-3">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-5 w-20" />
        </div>
      ))}
    </div>
  </div>
)

const Figures = ({ names }: { names: readonly string[] }) =>
  names.map((figure) => (
    <div key={figure} className="flex justify-between gap-2 sm:grid">
      <Skeleton className="h-5 w-20" />
      <Skeleton className="h-7 w-28" />
    </div>
  ))
