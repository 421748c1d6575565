import type { ReactNode } from 'react'
import { useAdminQuery } from '../client/query.ts'
import { countWords, waitingWords } from '../today/waiting-words.ts'

/** What waits at each destination of the sidebar, of the same answer as the dashboard's list. */
export function useCounts(): Readonly<Record<string, ReactNode>> {
  const { data } = useAdminQuery('dashboard')
  const counts: Record<string, { count: number; more: boolean }> = {}
  for (const { kind, count, more } of data?.waiting ?? []) {
    const { destination } = waitingWords[kind]
    const before = counts[destination] ?? { count: 0, more: false }
    counts[destination] = { count: before.count + count, more: before.more || more }
  }
  return Object.fromEntries(
    Object.entries(counts).map(([destination, sum]) => [destination, sum.count === 0 ? undefined : countWords(sum)]),
  )
}
