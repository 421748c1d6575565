import { useInfiniteQuery } from '@tanstack/react-query'
import { errorCode } from '#web/api/error-message.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { LoadFailed } from '../LoadFailed.tsx'
import { type MonthQuery, salesPaths } from '../sales-paths.ts'
import { legsQuery } from '../sales-queries.ts'
import { LegList } from './LegBranch.tsx'
import { LegPath } from './LegPath.tsx'
import { LegRow } from './LegRow.tsx'

/** Legs of the user, or of the member in the URL, with the path to that member. */
export function Tree({ month, memberId }: { month: MonthQuery; memberId: number | undefined }) {
  const { data, error, refetch } = useInfiniteQuery(legsQuery(month, memberId))
  const code = errorCode(error)
  if (code === 'not_found' || code === 'invalid') return <NotInDownline />
  const first = data?.pages[0]
  if (!first) return error ? <LoadFailed what="your downline" retry={refetch} /> : <TreeSkeleton />
  const member = first.path.at(-1)
  if (!member && first.legs.length === 0) {
    return (
      <p className="max-w-text text-muted">
        No one is in your downline yet. Add a user on the Sales Detail page, or share your referral link.
      </p>
    )
  }
  return (
    <div>
      {member && (
        <div className="mb-4 grid gap-3">
          <LegPath month={month} path={first.path} />
          <div className="rounded-card bg-sunken px-4 py-2">
            <LegRow leg={member} month={month} />
          </div>
        </div>
      )}
      <LegList month={month} memberId={memberId} nested={0} />
    </div>
  )
}

const NotInDownline = () => (
  <p className="text-muted">
    This member isn’t in your downline this month.{' '}
    <PageLink to={salesPaths.downline({})} className="tap-target text-link">
      Show the whole downline
    </PageLink>
  </p>
)

const TreeSkeleton = () => (
  <div className="grid gap-3">
    {['one', 'two', 'three', 'four', 'five', 'six'].map((row) => (
      <Skeleton key={row} className="h-14" />
    ))}
  </div>
)
