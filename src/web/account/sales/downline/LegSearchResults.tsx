import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { depthLabel } from '../figures.ts'
import { LoadFailed } from '../LoadFailed.tsx'
import type { MonthQuery } from '../sales-paths.ts'
import { searchLegsQuery } from '../sales-queries.ts'
import { LegRow } from './LegRow.tsx'

type LegSearchResultsProps = { month: MonthQuery; searchTerm: string; onSelect: () => void }

/** Search results from the whole downline; a name links to its position in the tree. */
export function LegSearchResults({ month, searchTerm, onSelect }: LegSearchResultsProps) {
  const { data, error, refetch } = useQuery(searchLegsQuery(month, searchTerm))
  return (
    <div>
      <p role="status" className="mb-2 min-h-6 text-note text-muted">
        {data && resultsMessage(data.legs.length, data.more, searchTerm)}
      </p>
      {error && <LoadFailed what="the results" retry={refetch} />}
      {!data && !error && <Skeleton className="h-14" />}
      <ul>
        {data?.legs.map((leg) => (
          <li key={leg.id} className="border-b border-hairline">
            <LegRow leg={leg} month={month} note={depthLabel(leg.depth)} onSelect={onSelect} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function resultsMessage(count: number, more: boolean, searchTerm: string): string {
  if (count === 0) return `No one in your downline has this number or a name that starts with “${searchTerm}”.`
  if (more) return `Showing the first ${count}. Type more to narrow the results.`
  return count === 1 ? 'One member found.' : `${count} members found.`
}
