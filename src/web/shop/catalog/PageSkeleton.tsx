import { paths } from '#web/api/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { cardGrid } from './ProductGrid.tsx'

/** Layout of the page being loaded, by its path. */
export function PageSkeleton({ path }: { path: string }) {
  return (
    <div role="status" aria-label="Loading">
      {path.startsWith(`${paths.packages}/`) ? (
        <ProductSkeleton />
      ) : path === paths.packages ? (
        <ListingSkeleton />
      ) : (
        <TextSkeleton />
      )}
    </div>
  )
}

const Cards = ({ count }: { count: number }) => (
  <div className={cardGrid}>
    {Array.from({ length: count }, (_, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: identical and never reordered
      <div key={i}>
        <Skeleton className="aspect-4/5 rounded-none" />
        <Skeleton className="mt-4 h-5 w-3/4" />
        <Skeleton className="mt-2 h-4 w-1/3" />
      </div>
    ))}
  </div>
)

const ListingSkeleton = () => (
  <div className="frame pt-8 pb-20">
    <Skeleton className="mb-7 h-5 w-32" />
    <Skeleton className="mb-9 h-10 w-72 max-w-full" />
    <div className="mb-10 flex gap-2 overflow-hidden">
      {['w-16', 'w-20', 'w-20', 'w-24', 'w-36', 'w-20'].map((width, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical and never reordered
        <Skeleton key={i} className={cx('h-11 shrink-0 rounded-pill', width)} />
      ))}
    </div>
    <Cards count={8} />
  </div>
)

const ProductSkeleton = () => (
  <div className="frame pt-8 pb-20">
    <Skeleton className="mb-7 h-5 w-56" />
    <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <Skeleton className="aspect-4/5 rounded-none" />
      <div>
        <Skeleton className="h-11 w-4/5" />
        <Skeleton className="mt-4 h-5 w-1/3" />
        <Skeleton className="mt-8 h-8 w-40" />
        <Skeleton className="mt-8 h-12 rounded-pill" />
        <Skeleton className="mt-10 h-40" />
      </div>
    </div>
  </div>
)

const TextSkeleton = () => (
  <div className="frame pt-8 pb-20">
    <Skeleton className="mb-9 h-10 w-72 max-w-full" />
    {['w-full', 'w-11/12', 'w-4/5', 'w-full', 'w-2/3'].map((width, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: identical and never reordered
      <Skeleton key={i} className={cx('mb-4 h-5 max-w-text', width)} />
    ))}
  </div>
)
