import type { QueryClient } from '@tanstack/react-query'
import { FINDER_PARAMS, type Sort } from '#contract/base/limits.ts'
import type { Listing, ListingQuery } from '#contract/catalog/calls.ts'
import type { FinderQuery } from '#contract/content/finder.ts'
import { paths } from '#web/api/paths.ts'
import { callQuery } from '#web/api/query.ts'
import { parsePage } from '#web/ui/use-page-number.ts'

export const homeQuery = () => callQuery('home')

export const listingQuery = (query: Partial<ListingQuery>) => callQuery('listing', { query })

export const productQuery = (product_id: number) => callQuery('product', { params: { product_id } })

export const finderQuery = (query: Partial<FinderQuery>) => callQuery('finder', { query })

/** Reads the chosen answers; the API ignores unknown ones. */
export const readFinderQuery = (search: URLSearchParams): Partial<FinderQuery> =>
  Object.fromEntries(FINDER_PARAMS.map((name) => [name, search.get(name) ?? '']))

export const faqsQuery = (q: string) => callQuery('faqs', { query: { q } })

/** The URL of the listing whose category was requested by a former slug. */
export function findCurrentListing(query: Partial<ListingQuery>, client: QueryClient): string | undefined {
  const category = client.getQueryData<Listing>(listingQuery(query).queryKey)?.category
  return category && category !== query.category ? paths.listing({ ...query, category }) : undefined
}

/** Reads the query unvalidated; the API refuses invalid values. */
export function readListingQuery(search: URLSearchParams): Partial<ListingQuery> {
  return {
    category: search.get('category') ?? '',
    q: search.get('q') ?? '',
    sort: (search.get('sort') ?? 'featured') as Sort,
    exact: search.get('exact') === '1' ? '1' : '',
    page: parsePage(search),
  }
}
