import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

/** The places of filter, statement, progress and table, so that nothing jumps when they are taken. */
export const SalesSkeleton = () => (
  <div>
    <Spinner label="Loading your sales" className="sr-only!" />
    <div className="mb-7 flex gap-3">
      <Skeleton className="mt-6.5 h-12 w-28" />
      <Skeleton className="mt-6.5 h-12 w-48" />
    </div>
    <div className="mb-14 rounded-card border border-hairline bg-raised">
      <div className="flex items-center gap-5 p-5 sm:p-7">
        <Skeleton className="size-14 rounded-pill sm:size-16" />
        <div className="grid gap-2">
          <Skeleton className="h-5 w-16" />
          <Skeleton className="h-7 w-36" />
        </div>
        <Skeleton className="ml-auto h-14 w-56 max-sm:hidden" />
      </div>
      <div className="grid gap-4 border-t border-hairline p-5 sm:grid-cols-3 sm:p-7">
        {['sales', 'level', 'total'].map((bonus) => (
          <Skeleton key={bonus} className="h-13" />
        ))}
      </div>
    </div>
    <div className="mb-14 grid gap-10 xl:grid-cols-2">
      <Skeleton className="h-72" />
      <Skeleton className="h-72" />
    </div>
    <div className="grid gap-3">
      {['one', 'two', 'three', 'four', 'five'].map((row) => (
        <Skeleton key={row} className="h-11" />
      ))}
    </div>
  </div>
)
