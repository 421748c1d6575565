import { useInfiniteQuery } from '@tanstack/react-query'
import type { SalesDetail } from '#contract/compensation/sales.ts'
import { Pv } from '#web/account/points/Pv.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Gem } from '../Gem.tsx'
import { LoadFailed } from '../LoadFailed.tsx'
import { legsQuery } from '../sales-queries.ts'
import { Result } from './Result.tsx'

/** Points of the member and of every leg, as a sum that can be checked by eye (docs/plan §10). */
export function VolumeExplanation({ detail }: { detail: SalesDetail }) {
  const { year, month, personal_pv, customer_pv, total_pv } = detail
  const legs = useInfiniteQuery(legsQuery({ year, month }))
  return (
    <>
      <p>Total PV is your group’s points for the month: yours plus those of every leg. It determines your level.</p>
      <ul className="grid">
        <li className="flex items-baseline justify-between gap-6 py-2.5">
          <span>
            Your personal PV
            {customer_pv !== 0 && (
              <span className="block text-note text-muted">
                <Pv points={customer_pv} /> from your customers
              </span>
            )}
          </span>
          <Pv points={personal_pv} />
        </li>
        {legs.data?.pages
          .flatMap((page) => page.legs)
          .map((leg) => (
            <li key={leg.id} className="flex items-center justify-between gap-6 border-t border-hairline py-2.5">
              <span className="flex min-w-0 items-center gap-2.5">
                <Gem level={leg.sales_level} className="size-5.5" />
                <span className="min-w-0 break-words">
                  {leg.name}
                  <span className="block text-note text-muted">{leg.level_name}</span>
                </span>
              </span>
              <Pv points={leg.group_pv} />
            </li>
          ))}
      </ul>
      {legs.error && <LoadFailed what="your legs" retry={legs.refetch} />}
      {legs.isPending && <Skeleton className="h-40" />}
      <LoadMore query={legs} what="legs" />
      <Result label={`Total PV${legs.hasNextPage ? ', including legs not shown' : ''}`}>
        <Pv points={total_pv} />
      </Result>
    </>
  )
}
