import type { ListingQuery } from '#contract/catalog/calls.ts'

/** `to` is omitted when the shop has no products. */
type Suggestion = { message: string; label?: string; to?: Partial<ListingQuery> }

/** Explains an empty listing and suggests an alternative. */
export function suggestAlternative(query: Partial<ListingQuery>, total: number): Suggestion {
  if (total > 0) {
    return {
      message: 'This page doesn’t exist.',
      label: 'Go to the first page',
      to: { ...query, page: 1 },
    }
  }
  if (!query.q && !query.category) return { message: 'There are no products yet. Please check back soon.' }
  if (!query.q) return { message: 'There are no products in this category right now.', label: 'See everything', to: {} }
  if (query.category) {
    return {
      message: `No products in this category match “${query.q}”.`,
      label: 'Search everywhere',
      to: { q: query.q },
    }
  }
  return {
    message: `No products match “${query.q}”. Try a shorter word, a brand or an SKU.`,
    label: 'See everything',
    to: {},
  }
}
