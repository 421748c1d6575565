import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { depthWords } from '../figures.ts'
import { LoadFailed } from '../LoadFailed.tsx'
import type { MonthQuery } from '../sales-paths.ts'
import { searchLegsQuery } from '../sales-queries.ts'
import { LegRow } from './LegRow.tsx'

type FoundLegsProps = { month: MonthQuery; sought: string; onChoose: () => void }

/** Search results from the whole downline; a name links to its position in the tree. */
export function FoundLegs({ month, sought, onChoose }: FoundLegsProps) {
  const { data, error, refetch } = useQuery(searchLegsQuery(month, sought))
  return (
    <div>
      <p role="status" className="mb-2 min-h-6 text-note text-muted">
        {data && wordsFor(data.legs.length, data.more, sought)}
      </p>
      {error && <LoadFailed what="the results" retry={refetch} />}
      {!data && !error && <Skeleton className="h-14" />}
      <ul>
        {data?.legs.map((leg) => (
          <li key={leg.id} className="border-b border-hairline">
            <LegRow leg={leg} month={month} note={depthWords(leg.depth)} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function wordsFor(count: number, more: boolean, sought: string): string {
  if (count === 0) return `No one in your downline has this number or a name that starts with “${sought}”.`
  if (more) return `Showing the first ${count}. Type more to narrow the results.`
  return count === 1 ? 'One member found.' : `${count} members found.`
}
