import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MorePagesQuery } from './load-more-queries.ts'

/**
 * Extends a list whose beginning the page shows: later pages fetched on request, and items that this visitor wrote
 * in the meantime, which stay at the end until the list includes them. `addInitial` appends to the initial items.
 */
export function useLoadMore<Item extends { id: number }>(
  initialItems: readonly Item[],
  options: MorePagesQuery<Item>,
  addInitial: (item: Item) => void,
) {
  const client = useQueryClient()
  const { data, hasNextPage, isFetching, fetchNextPage, error } = useInfiniteQuery(options)
  const [newItems, setNewItems] = useState<readonly Item[]>([])
  const loadedItems = [...initialItems, ...(data?.pages.flatMap((page) => page.data) ?? [])]
  const ids = new Set(loadedItems.map(({ id }) => id))
  const missingItems = newItems.filter(({ id }) => !ids.has(id))
  const hasMore = data ? hasNextPage : options.initialPageParam > 0

  const updateLoaded = (change: (items: Item[], isLast: boolean) => Item[]) =>
    client.setQueryData(
      options.queryKey,
      (before) =>
        before && {
          ...before,
          pages: before.pages.map((page, i) => ({ ...page, data: change(page.data, i === before.pages.length - 1) })),
        },
    )

  function addItem(item: Item) {
    setNewItems((before) => [...before, item])
    // With everything loaded, no later fetch would add the item; appending it to the page's data keeps it when the
    // visitor leaves and returns.
    if (hasMore) return
    if (data) updateLoaded((items, isLast) => (isLast ? [...items, item] : items))
    else addInitial(item)
  }

  function replace(item: Item) {
    setNewItems(withReplaced(item))
    updateLoaded(withReplaced(item))
  }

  return {
    items: hasMore ? loadedItems : [...loadedItems, ...missingItems],
    /** New items shown separately while unloaded ones precede them. */
    newItems: hasMore ? missingItems : [],
    addItem,
    /** Replaces a changed item, fetched or new; the page updates its initial items itself. */
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
