import type { Sort } from '#contract/base/limits.ts'
import type { ListingQuery } from '#contract/catalog/calls.ts'
import { callQuery } from '#web/api/query.ts'
import { parsePage } from '#web/ui/use-page-number.ts'

export const homeQuery = () => callQuery('home')

export const listingQuery = (query: Partial<ListingQuery>) => callQuery('listing', { query })

export const productQuery = (product_id: number) => callQuery('product', { params: { product_id } })

export const faqsQuery = () => callQuery('faqs')

/** Reads the query unvalidated; the API refuses invalid values. */
export function readListingQuery(search: URLSearchParams): Partial<ListingQuery> {
  return {
    category: search.get('category') ?? '',
    q: search.get('q') ?? '',
    sort: (search.get('sort') ?? 'featured') as Sort,
    page: parsePage(search),
  }
}
