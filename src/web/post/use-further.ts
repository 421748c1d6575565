import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FurtherQuery } from './further-queries.ts'

/**
 * A list whose beginning the page shows: what was fetched further, and what this visitor wrote meanwhile, which stays
 * at the end until it arrives with the list itself. `addShown` puts it at the end of the beginning.
 */
export function useFurther<Item extends { id: number }>(
  shown: readonly Item[],
  options: FurtherQuery<Item>,
  addShown: (item: Item) => void,
) {
  const client = useQueryClient()
  const { data, hasNextPage, isFetching, fetchNextPage, error } = useInfiniteQuery(options)
  const [written, setWritten] = useState<readonly Item[]>([])
  const read = [...shown, ...(data?.pages.flatMap((page) => page.data) ?? [])]
  const ids = new Set(read.map(({ id }) => id))
  const own = written.filter(({ id }) => !ids.has(id))
  const hasMore = data ? hasNextPage : options.initialPageParam > 0

  const changeRead = (change: (items: Item[], isLast: boolean) => Item[]) =>
    client.setQueryData(
      options.queryKey,
      (before) =>
        before && {
          ...before,
          pages: before.pages.map((page, i) => ({ ...page, data: change(page.data, i === before.pages.length - 1) })),
        },
    )

  function addWritten(item: Item) {
    setWritten((before) => [...before, item])
    // Once all is read nothing brings it any more: whoever leaves the post and returns finds it among the rest.
    if (hasMore) return
    if (data) changeRead((items, isLast) => (isLast ? [...items, item] : items))
    else addShown(item)
  }

  function replace(item: Item) {
    setWritten(withReplaced(item))
    changeRead(withReplaced(item))
  }

  return {
    listed: hasMore ? read : [...read, ...own],
    /** What is shown separately, because there is more to read before it. */
    apart: hasMore ? own : [],
    addWritten,
    /** An item that has changed, wherever it was read or written; what the page shows is its own affair. */
    replace,
    query: {
      hasNextPage: hasMore,
      isFetchingNextPage: isFetching,
      fetchNextPage,
      error,
    },
  }
}

export const withReplaced =
  <Item extends { id: number }>(item: Item) =>
  (items: readonly Item[]): Item[] =>
    items.map((other) => (other.id === item.id ? item : other))
