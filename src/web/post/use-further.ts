import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FurtherQuery } from './further-queries.ts'

/**
 * A list whose beginning the page shows: what was fetched further, and what this visitor wrote meanwhile, which stays
 * at the end until it arrives with the list itself.
 */
export function useFurther<Item extends { id: number }>(shown: readonly Item[], options: FurtherQuery<Item>) {
  const { data, hasNextPage, isFetching, fetchNextPage, error } = useInfiniteQuery(options)
  const [written, setWritten] = useState<readonly Item[]>([])
  const read = [...shown, ...(data?.pages.flatMap((page) => page.data) ?? [])]
  const ids = new Set(read.map(({ id }) => id))
  const own = written.filter(({ id }) => !ids.has(id))
  const hasMore = data ? hasNextPage : options.initialPageParam > 0
  return {
    listed: hasMore ? read : [...read, ...own],
    /** What is shown separately, because there is more to read before it. */
    apart: hasMore ? own : [],
    addWritten: (item: Item) => setWritten((before) => [...before, item]),
    query: {
      hasNextPage: hasMore,
      isFetchingNextPage: isFetching,
      fetchNextPage,
      error,
    },
  }
}
