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
  const [isRequested, setRequested] = useState(false)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query

  function loadMore() {
    setRequested(true)
    if (!isFetchingNextPage) fetchNextPage()
  }

  if (hasNextPage) {
    const label = isFetchingNextPage ? <Spinner label="Loading…" /> : `Show more ${what}`
    const buttonProps = { kind: 'quiet' as const, 'aria-disabled': isFetchingNextPage, className }
    if (to === undefined) {
      return (
        <Button {...buttonProps} onClick={loadMore}>
          {label}
        </Button>
      )
    }
    return (
      <ButtonLink
        {...buttonProps}
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
    isRequested && (
      <p ref={takeFocus} tabIndex={-1} className="text-note text-muted">
        Showing all {what}.
      </p>
    )
  )
}
