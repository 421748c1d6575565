import { queryOptions } from '@tanstack/react-query'
import type { Listing, ListingQuery, Product } from '#contract/catalog.ts'
import type { Faqs, Home, Shop } from '#contract/content.ts'
import type { Sort } from '#contract/limits.ts'
import { isEndless, tagsOf } from '#contract/page-tags.ts'
import { paths } from '#web/paths.ts'

export const shopQuery = () => queryOptions<Shop>({ queryKey: [paths.api.shop], meta: { tags: tagsOf.shop } })

export const homeQuery = () => queryOptions<Home>({ queryKey: [paths.api.home], meta: { tags: tagsOf.home } })

export const listingQuery = (query: Partial<ListingQuery>) =>
  queryOptions<Listing>({
    queryKey: [paths.api.listing(query)],
    meta: { tags: tagsOf.listing, endless: (answer: Listing) => isEndless.listing(query, answer) },
  })

export const productQuery = (id: number) =>
  queryOptions<Product>({
    queryKey: [paths.api.product(id)],
    meta: { tags: tagsOf.product },
  })

export const faqsQuery = () => queryOptions<Faqs>({ queryKey: [paths.api.faqs], meta: { tags: tagsOf.faqs } })

/** The query as the URL has it; the API refuses what makes no sense. */
export function readListingQuery(search: URLSearchParams): Partial<ListingQuery> {
  return {
    category: search.get('category') ?? '',
    q: search.get('q') ?? '',
    sort: (search.get('sort') ?? 'featured') as Sort,
    page: Number(search.get('page') ?? 1),
  }
}
