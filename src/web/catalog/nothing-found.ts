import type { ListingQuery } from '#contract/catalog.ts'

/** `to` is left out where nothing leads on: the shop is empty. */
type Suggestion = { says: string; label?: string; to?: Partial<ListingQuery> }

/** Why a listing shows nothing, and what leads on. */
export function suggestionFor(query: Partial<ListingQuery>, total: number): Suggestion {
  if (total > 0) {
    return {
      says: `There are ${total} products, but not that many pages.`,
      label: 'Go to the first page',
      to: { ...query, page: 1 },
    }
  }
  if (!query.q && !query.category) return { says: 'There is nothing on our shelves yet. Please come back soon.' }
  if (!query.q) return { says: 'Nothing is on this shelf at the moment.', label: 'See everything', to: {} }
  if (query.category) {
    return { says: 'Nothing in this category goes by that name.', label: 'Search everywhere', to: { q: query.q } }
  }
  return {
    says: 'Nothing goes by that name. A shorter word, a brand or an SKU may find it.',
    label: 'See everything',
    to: {},
  }
}
