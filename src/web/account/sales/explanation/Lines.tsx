import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatWhole } from '#domain/money/whole-number.ts'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { LoadFailed } from '../LoadFailed.tsx'
import { type BonusLinesQuery, bonusLinesQuery } from '../sales-queries.ts'
import { CorrectionItem } from './CorrectionItem.tsx'
import { LineItem } from './LineItem.tsx'

type LinesProps = {
  filter: BonusLinesQuery
  shows: 'cv' | 'amount'
  /** Shown when there are no lines. */
  empty: string
  /** Shown below the lines, such as their sum. */
  children?: ReactNode
}

/** Orders behind a figure, fifty at a time. */
export function Lines({ filter, shows, empty, children }: LinesProps) {
  const query = useInfiniteQuery(bonusLinesQuery(filter))
  const lines = query.data?.pages.flatMap((page) => page.lines)
  const { corrections = [], further_corrections } = query.data?.pages[0] ?? {}
  if (query.isPending) return <Skeleton className="h-64" />
  return (
    <div className="grid gap-5">
      {lines?.length === 0 && corrections.length === 0 && !query.hasNextPage && <p className="text-muted">{empty}</p>}
      <ul>
        {corrections.map((correction) => (
          <CorrectionItem
            key={`${correction.booked_at} ${correction.amount} ${correction.reason}`}
            correction={correction}
          />
        ))}
        {further_corrections && (
          <li className="flex items-baseline justify-between gap-6 border-t border-hairline py-4">
            {formatWhole(further_corrections.count)} more corrections
            <Money value={further_corrections.amount} />
          </li>
        )}
        {lines?.map((line) => (
          <LineItem key={keyOf(line)} line={line} shows={shows} />
        ))}
      </ul>
      {query.error && <LoadFailed what="the orders" retry={query.refetch} />}
      <LoadMore query={query} what="orders" />
      {children}
    </div>
  )
}

/** An order has one line of each kind, and may have several reversals. */
const keyOf = ({ order_no, kind, reversal_of }: Parameters<typeof LineItem>[0]['line']) =>
  [order_no, kind, reversal_of?.returned_at].join(' ')
