import { useQuery } from '@tanstack/react-query'
import type { SalesDetail } from '#contract/compensation/sales.ts'
import type { Difference } from '#contract/compensation/sales-changes.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { monthName } from '../figures.ts'
import { LoadFailed } from '../LoadFailed.tsx'
import { salesChangesQuery } from '../sales-queries.ts'
import { Causes } from './Causes.tsx'
import { ChangedFigures } from './ChangedFigures.tsx'
import { comparisonLabel, isUnchanged, sinceLabel } from './change-labels.ts'

/** Explains why the month changed since yesterday (docs/plan §12.4): both states and every cause in between. */
export function ChangeExplanation({ detail: { year, month } }: { detail: SalesDetail }) {
  const { data, error, refetch } = useQuery(salesChangesQuery({ year, month }))
  if (!data) return error ? <LoadFailed what="your changes" retry={refetch} /> : <Loading />
  if (!data.difference) return <p>{monthName(data)} is closed. Its figures no longer change.</p>
  return <Comparison difference={data.difference} />
}

const Comparison = ({ difference }: { difference: Difference }) =>
  isUnchanged(difference) ? (
    <div className="grid gap-2">
      <p className="text-lead">Nothing has changed since {sinceLabel(difference.since)}.</p>
      <p className="text-muted">
        This shows which orders, returns and statuses in your downline changed your figures.
        {difference.shortened && ` ${comparisonLabel(difference)}`}
      </p>
    </div>
  ) : (
    <>
      <p>{comparisonLabel(difference)}</p>
      <ChangedFigures difference={difference} />
      <Causes difference={difference} />
    </>
  )

const Loading = () => (
  <div className="grid gap-6">
    <Skeleton className="h-6 w-3/4" />
    <Skeleton className="h-80" />
    <Skeleton className="h-40" />
  </div>
)
