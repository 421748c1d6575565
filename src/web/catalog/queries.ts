import type { ListingQuery } from '#contract/catalog.ts'
import type { Sort } from '#contract/limits.ts'
import { readOf } from '#web/query.ts'

export const shopQuery = () => readOf('shop')

export const homeQuery = () => readOf('home')

export const listingQuery = (query: Partial<ListingQuery>) => readOf('listing', { query })

export const productQuery = (product_id: number) => readOf('product', { params: { product_id } })

export const faqsQuery = () => readOf('faqs')

/** As the URL has it; the API refuses what makes no sense. */
export function readListingQuery(search: URLSearchParams): Partial<ListingQuery> {
  return {
    category: search.get('category') ?? '',
    q: search.get('q') ?? '',
    sort: (search.get('sort') ?? 'featured') as Sort,
    page: Number(search.get('page') ?? 1),
  }
}
