import { useInfiniteQuery } from '@tanstack/react-query'
import Chevron from 'lucide-react/icons/chevron-right'
import { useId, useState } from 'react'
import type { Leg } from '#contract/compensation/sales.ts'
import { cx } from '#web/ui/cx.ts'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { LoadFailed } from '../LoadFailed.tsx'
import type { MonthQuery } from '../sales-paths.ts'
import { legsQuery } from '../sales-queries.ts'
import { LegRow } from './LegRow.tsx'

/** Deeper legs are not indented further, to leave space for their names. */
const MAX_INDENT = 5

type LegListProps = { month: MonthQuery; memberId: number | undefined; nested: number; id?: string }

/** Direct line of a member, fifty at a time; each leg can be expanded. */
export function LegList({ month, memberId, nested, id }: LegListProps) {
  const query = useInfiniteQuery(legsQuery(month, memberId))
  const legs = query.data?.pages.flatMap((page) => page.legs)
  return (
    <div id={id} className={cx(nested > 0 && nested <= MAX_INDENT && 'ml-5.5 border-l border-hairline pl-2 sm:pl-4')}>
      <ul>
        {legs?.map((leg) => (
          <li key={leg.id} className={cx(nested === 0 && 'border-b border-hairline')}>
            <LegBranch leg={leg} month={month} nested={nested} />
          </li>
        ))}
      </ul>
      {legs?.length === 0 && <p className="py-2 text-muted">No one below.</p>}
      {query.isPending && <Skeleton className="my-3 h-11" />}
      {query.error && <LoadFailed what="this leg" retry={query.refetch} />}
      <LoadMore query={query} what="legs" className="-ml-3" />
    </div>
  )
}

function LegBranch({ leg, month, nested }: { leg: Leg; month: MonthQuery; nested: number }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <LegRow
        leg={leg}
        month={month}
        opener={
          leg.direct_line > 0 ? (
            <button
              type="button"
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              aria-label={`Leg of ${leg.name}`}
              onClick={() => setOpen(!open)}
              className="tap-target grid size-9 shrink-0 place-items-center rounded-pill hover:bg-sunken"
            >
              <Chevron size={18} className={cx('transition-transform', open && 'rotate-90')} aria-hidden />
            </button>
          ) : (
            <span className="size-9 shrink-0" />
          )
        }
      />
      {open && <LegList id={id} month={month} memberId={leg.id} nested={nested + 1} />}
    </>
  )
}
