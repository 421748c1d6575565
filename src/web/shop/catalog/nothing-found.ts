import type { ListingQuery } from '#contract/catalog/calls.ts'

/** `to` is omitted when the shop has no products. */
type Suggestion = { says: string; label?: string; to?: Partial<ListingQuery> }

/** Explains an empty listing and suggests an alternative. */
export function suggestionFor(query: Partial<ListingQuery>, total: number): Suggestion {
  if (total > 0) {
    return {
      says: 'This page doesn’t exist.',
      label: 'Go to the first page',
      to: { ...query, page: 1 },
    }
  }
  if (!query.q && !query.category) return { says: 'There are no products yet. Please check back soon.' }
  if (!query.q) return { says: 'There are no products in this category right now.', label: 'See everything', to: {} }
  if (query.category) {
    return { says: `No products in this category match “${query.q}”.`, label: 'Search everywhere', to: { q: query.q } }
  }
  return {
    says: `No products match “${query.q}”. Try a shorter word, a brand or an SKU.`,
    label: 'See everything',
    to: {},
  }
}
