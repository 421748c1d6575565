import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigation, useSearchParams } from 'react-router'
import type { Listing, ListingQuery } from '#contract/catalog/calls.ts'
import { paths } from '#web/api/paths.ts'
import { BreadcrumbData, PageHead } from '#web/page/PageHead.tsx'
import { SearchForm } from '#web/page/SearchForm.tsx'
import { QuickAddForm } from '#web/shop/cart/AddToCart.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { CategoryChips } from './CategoryChips.tsx'
import { ProductGrid } from './ProductGrid.tsx'
import { listingQuery, readListingQuery } from './queries.ts'
import { SortSelect } from './SortSelect.tsx'
import { suggestAlternative } from './suggest-alternative.ts'

export default function ListingPage() {
  const [search] = useSearchParams()
  const query = readListingQuery(search)
  const { data: listing } = useSuspenseQuery(listingQuery(query))
  const isLoading = useNavigation().state === 'loading'
  const { q = '', page = 1 } = query
  const title = listingTitle(listing, query)
  const picture = q ? null : listing.categories.find(({ slug }) => slug === query.category)?.picture
  const crumbs = [
    { label: 'Home', to: paths.home },
    { label: 'Packages', to: paths.packages },
    ...(title === ALL ? [] : [{ label: title }]),
  ]

  return (
    <PageFrame
      crumbs={crumbs}
      title={title}
      aside={
        <p className="figures text-muted" role="status">
          {listing.total} {listing.total === 1 ? 'product' : 'products'}
        </p>
      }
    >
      <PageHead
        title={`${title}${page > 1 ? `, page ${page}` : ''}`}
        description={`${title}: packages and products with their prices and points.`}
        // Search results have endless pages, so they get no canonical path.
        path={q ? undefined : paths.listing({ category: query.category, page })}
        image={picture && { src: `${picture.src}-1280.webp`, alt: picture.alt || title }}
      />
      <BreadcrumbData crumbs={crumbs} />
      <QuickAddForm />
      {listing.categories.length > 0 && <CategoryChips listing={listing} query={query} />}
      <div className="mt-4 mb-9 grid gap-3 sm:grid-cols-[minmax(0,24rem)_auto] sm:justify-between">
        <SearchForm query={q} />
        {listing.total > 1 && <SortSelect query={query} />}
      </div>
      <div className={cx('transition-opacity', isLoading && 'opacity-50')} aria-busy={isLoading}>
        <h2 className="sr-only">Products</h2>
        {q && <SearchNote listing={listing} query={query} />}
        {listing.data.length === 0 ? (
          <NothingFound query={query} total={listing.total} />
        ) : (
          <ProductGrid products={listing.data} above={4} />
        )}
      </div>
      <div className="pt-14">
        <Pager page={page} count={listing.page_count} to={(n) => paths.listing({ ...query, page: n })} />
      </div>
    </PageFrame>
  )
}

/** Says what was searched for instead of the words that found nothing. */
function SearchNote({
  listing: { corrected, partial, data },
  query,
}: {
  listing: Listing
  query: Partial<ListingQuery>
}) {
  if (data.length === 0 || (corrected === null && !partial)) return null
  const shown = corrected ?? query.q
  return (
    <p role="status" className="mb-8 rounded-card bg-sunken px-5 py-4">
      {partial ? (
        <>No product matches all of “{shown}”. These match some of the words.</>
      ) : (
        <>
          Showing results for <strong>{shown}</strong>.
        </>
      )}{' '}
      {corrected !== null && (
        <PageLink to={paths.listing({ ...query, exact: '1', page: 1 })} className="tap-target text-link">
          Search for “{query.q}” instead
        </PageLink>
      )}
    </p>
  )
}

const ALL = 'Packages & products'

function listingTitle({ categories }: Listing, { q, category }: Partial<ListingQuery>): string {
  if (q) return `Results for “${q}”`
  return categories.find(({ slug }) => slug === category)?.name ?? ALL
}

function NothingFound({ query, total }: { query: Partial<ListingQuery>; total: number }) {
  const { message, label, to } = suggestAlternative(query, total)
  return (
    <div className="grid justify-items-start gap-6 border-t border-ink py-12">
      <p className="display max-w-text text-title">{message}</p>
      {to && (
        <ButtonLink kind="secondary" to={paths.listing(to)}>
          {label}
        </ButtonLink>
      )}
    </div>
  )
}
