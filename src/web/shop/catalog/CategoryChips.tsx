import type { Listing, ListingQuery } from '#contract/catalog/calls.ts'
import { paths } from '#web/api/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'

const chipClass =
  'figures flex h-11 shrink-0 snap-start items-center gap-2 rounded-pill border px-4 whitespace-nowrap transition-colors'

/** Category filter with one selection; every choice is a URL. */
export function CategoryChips({
  listing: { categories, all_total },
  query,
}: {
  listing: Pick<Listing, 'categories' | 'all_total'>
  query: Partial<ListingQuery>
}) {
  return (
    <nav aria-label="Categories">
      <ul className="scroll-row -mx-4 scroll-px-4 gap-2 px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0">
        {[{ slug: '', name: 'All', total: all_total }, ...categories].map(({ slug, name, total }) => {
          const isSelected = slug === (query.category ?? '')
          return (
            <li key={slug} className="shrink-0">
              <PageLink
                to={paths.listing({ ...query, category: slug, page: 1 })}
                preventScrollReset
                aria-current={isSelected ? 'true' : undefined}
                className={cx(chipClass, isSelected ? 'border-ink bg-ink text-paper' : 'border-edge hover:border-ink')}
              >
                {name}
                <span className={cx('text-note', isSelected ? 'opacity-80' : 'text-muted')}>{total}</span>
              </PageLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
