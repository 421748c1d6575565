import type { Listing, ListingQuery } from '#contract/catalog/calls.ts'
import { paths } from '#web/api/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'

const chipClass =
  'figures flex h-11 shrink-0 snap-start items-center gap-2 rounded-pill border px-4 whitespace-nowrap transition-colors'

/** Chips that are always shown; the others are folded. */
const MAX_CHIPS = 8

/** Category filter with one selection; every choice is a URL. */
export function CategoryChips({
  listing: { categories, all_total },
  query,
}: {
  listing: Pick<Listing, 'categories' | 'all_total'>
  query: Partial<ListingQuery>
}) {
  const choices = [{ slug: '', name: 'All', total: all_total, picture: null }, ...categories]
  const folded = choices.slice(MAX_CHIPS)
  const isSelected = ({ slug }: Choice) => slug === (query.category ?? '')
  const chip = (choice: Choice) => (
    <li key={choice.slug} className="shrink-0">
      <Chip
        {...choice}
        to={paths.listing({ ...query, category: choice.slug, page: 1 })}
        isSelected={isSelected(choice)}
      />
    </li>
  )
  return (
    <nav aria-label="Categories">
      <ul className="scroll-row -mx-4 scroll-px-4 gap-2 px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0">
        {choices.slice(0, MAX_CHIPS).map(chip)}
      </ul>
      {folded.length > 0 && (
        <details open={folded.some(isSelected)}>
          <summary className="text-link flex min-h-11 w-fit cursor-pointer items-center">
            More categories ({folded.length})
          </summary>
          <ul className="flex flex-wrap gap-2 py-1">{folded.map(chip)}</ul>
        </details>
      )}
    </nav>
  )
}

type Choice = Listing['categories'][number]

const Chip = ({ name, total, picture, to, isSelected }: Omit<Choice, 'slug'> & { to: string; isSelected: boolean }) => (
  <PageLink
    to={to}
    preventScrollReset
    aria-current={isSelected ? 'true' : undefined}
    className={cx(chipClass, isSelected ? 'border-ink bg-ink text-paper' : 'border-edge hover:border-ink')}
  >
    {picture && (
      // The adjacent name makes alternative text unnecessary.
      <img
        src={`${picture.src}-320.webp`}
        alt=""
        width={28}
        height={28}
        loading="lazy"
        decoding="async"
        className="-ml-2 size-7 rounded-full bg-sunken object-cover"
      />
    )}
    {name}
    <span className={cx('text-note', isSelected ? 'opacity-80' : 'text-muted')}>{total}</span>
  </PageLink>
)
