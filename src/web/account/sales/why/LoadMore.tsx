import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

type Paged = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

const focus = (element: HTMLElement | null) => element?.focus()

/** The next fifty, below those that are there. Whoever asked keeps the focus, also once there are no more. */
export function LoadMore({ query, what, className }: { query: Paged; what: string; className?: string }) {
  const [asked, setAsked] = useState(false)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query

  function loadMore() {
    setAsked(true)
    if (!isFetchingNextPage) fetchNextPage()
  }

  if (hasNextPage) {
    return (
      <Button
        kind="quiet"
        aria-disabled={isFetchingNextPage}
        className={className ?? '-ml-3 justify-self-start'}
        onClick={loadMore}
      >
        {isFetchingNextPage ? <Spinner label="Loading…" /> : `Show more ${what}`}
      </Button>
    )
  }
  return (
    asked && (
      <p ref={focus} tabIndex={-1} className="text-note text-muted">
        All {what} are shown.
      </p>
    )
  )
}
