import { Skeleton } from '#web/ui/Skeleton.tsx'

/** The record before it is there. */
export const OrderSkeleton = () => (
  <div role="status" aria-label="The order is loading" className="grid gap-6">
    <div className="flex items-center gap-4">
      <Skeleton className="h-9 w-56" />
      <Skeleton className="ml-auto h-9 w-36 rounded-pill" />
    </div>
    <Skeleton className="h-5 w-3/5" />
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="grid gap-8">
        <Skeleton className="h-44" />
        <Skeleton className="h-36" />
        <Skeleton className="h-28" />
      </div>
      <Skeleton className="h-72" />
    </div>
  </div>
)
