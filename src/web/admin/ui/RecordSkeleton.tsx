import { Skeleton } from '#web/ui/Skeleton.tsx'

/** Skeleton of a record: name with actions, sections and facts. */
export const RecordSkeleton = ({ label }: { label: string }) => (
  <div role="status" aria-label={label} className="grid gap-6">
    <div className="flex flex-wrap items-center gap-4">
      <Skeleton className="h-9 w-56" />
      <Skeleton className="h-9 w-36 rounded-pill sm:ml-auto" />
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
