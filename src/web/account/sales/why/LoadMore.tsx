import { Button } from '#web/ui/Button.tsx'

type Paged = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

/** The next fifty, below those that are there. */
export const LoadMore = ({ query, what, className }: { query: Paged; what: string; className?: string }) =>
  query.hasNextPage && (
    <Button
      kind="quiet"
      className={className ?? '-ml-3 justify-self-start'}
      busy={query.isFetchingNextPage}
      busyText="Loading…"
      onClick={() => query.fetchNextPage()}
    >
      Show more {what}
    </Button>
  )
