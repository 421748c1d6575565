import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { LoadFailed } from '../LoadFailed.tsx'
import { bonusLinesQuery, type LinesOf } from '../sales-queries.ts'
import { LineItem } from './LineItem.tsx'

type LinesProps = {
  of: LinesOf
  shows: 'cv' | 'amount'
  /** Shown when there is no line. */
  empty: string
  /** Shown below the lines, such as their sum. */
  children?: ReactNode
}

/** The orders behind a figure, fifty at a time. */
export function Lines({ of, shows, empty, children }: LinesProps) {
  const query = useInfiniteQuery(bonusLinesQuery(of))
  const lines = query.data?.pages.flatMap((page) => page.lines)
  if (query.isPending) return <Skeleton className="h-64" />
  return (
    <div className="grid gap-5">
      {lines?.length === 0 && !query.hasNextPage && <p className="text-muted">{empty}</p>}
      <ul>
        {lines?.map((line) => (
          <LineItem key={keyOf(line)} line={line} shows={shows} />
        ))}
      </ul>
      {query.error && <LoadFailed what="The orders" retry={query.refetch} />}
      <LoadMore query={query} what="orders" />
      {children}
    </div>
  )
}

/** An order has one line of each kind, and may have several reversals. */
const keyOf = ({ order_no, kind, completed_at, reversal_of, amount, cv }: Parameters<typeof LineItem>[0]['line']) =>
  [order_no, kind, completed_at, reversal_of?.month, amount, cv].join(' ')
