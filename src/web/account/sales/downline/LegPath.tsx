import type { Leg } from '#contract/compensation/sales.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { type MonthQuery, salesPaths } from '../sales-paths.ts'

/** Path from the user down to the member whose legs are shown; every step links to its leg. */
export const LegPath = ({ month, path }: { month: MonthQuery; path: readonly Leg[] }) => (
  <nav aria-label="Way down" className="text-note text-muted">
    <ol className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <li>
        <PageLink to={salesPaths.downline(month)} className="tap-target text-link hover:text-ink">
          You
        </PageLink>
      </li>
      {path.map(({ id, name }, i) => (
        <li key={id} className="flex min-w-0 items-center gap-x-2 break-words">
          <span aria-hidden="true" className="text-edge">
            /
          </span>
          {i < path.length - 1 ? (
            <PageLink to={salesPaths.downline({ ...month, of: id })} className="tap-target text-link hover:text-ink">
              {name}
            </PageLink>
          ) : (
            <span className="text-ink">{name}</span>
          )}
        </li>
      ))}
    </ol>
  </nav>
)
