import { useState } from 'react'
import { Button, ButtonLink } from './Button.tsx'
import { Spinner } from './Spinner.tsx'
import { takeFocus } from './take-focus.ts'

type PagedQuery = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

type LoadMoreProps = {
  query: PagedQuery
  what: string
  className?: string
  /** URL of the next page, for visitors without scripts. */
  to?: string
}

/** Loads the next page below the loaded ones. Keeps the focus, even when nothing more follows. */
export function LoadMore({ query, what, className = '-ml-3 justify-self-start', to }: LoadMoreProps) {
  const [asked, setAsked] = useState(false)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query

  function loadMore() {
    setAsked(true)
    if (!isFetchingNextPage) fetchNextPage()
  }

  if (hasNextPage) {
    const label = isFetchingNextPage ? <Spinner label="Loading…" /> : `Show more ${what}`
    const looks = { kind: 'quiet' as const, 'aria-disabled': isFetchingNextPage, className }
    if (to === undefined) {
      return (
        <Button {...looks} onClick={loadMore}>
          {label}
        </Button>
      )
    }
    return (
      <ButtonLink
        {...looks}
        to={to}
        onClick={(event) => {
          event.preventDefault()
          loadMore()
        }}
      >
        {label}
      </ButtonLink>
    )
  }
  return (
    asked && (
      <p ref={takeFocus} tabIndex={-1} className="text-note text-muted">
        Showing all {what}.
      </p>
    )
  )
}
