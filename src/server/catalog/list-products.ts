import type { Listing, ListingQuery } from '#contract/catalog.ts'
import { LISTING_PAGE_SIZE } from '#contract/limits.ts'
import type { Database } from '#server/database/connect.ts'
import type { CardRow } from './card.queries.ts'
import { type CategoryCount, countByCategory, countMatches, findAmongMatches, findInOrder } from './catalog.queries.ts'
import { presentCard } from './present-product.ts'
import { searchWords } from './search-words.ts'

/**
 * A search shows at most this many products. A word that more of them share says little about any of them: such a
 * search is read in the shop's own order instead of by rank, and counts no further, so that it stays fast.
 */
export const MOST_MATCHES = 2000

/** A page of what is for sale. An unknown category or a page beyond the end is empty. */
export async function listProducts(db: Database, query: ListingQuery): Promise<Listing> {
  const words = searchWords(query.q)
  // Nothing but punctuation was searched for: nothing is found, rather than everything.
  const counts = query.q !== '' && !words ? [] : await countByCategory(db, words, MOST_MATCHES)
  const found = counts.reduce((sum, { total }) => sum + total, 0)
  const category = query.category === '' ? undefined : counts.find(({ slug }) => slug === query.category)
  const known = query.category === '' || category !== undefined
  const scope = { words, categoryId: category?.id ?? undefined }

  const many = words !== undefined && found >= MOST_MATCHES
  const inScope = category?.total ?? found
  const total = !known ? 0 : many && category ? await countMatches(db, scope, MOST_MATCHES) : inScope
  const offset = (query.page - 1) * LISTING_PAGE_SIZE
  const page = { sort: query.sort, offset, limit: Math.min(LISTING_PAGE_SIZE, total - offset) }

  let rows: CardRow[] = []
  if (offset < total) {
    rows =
      words && total < MOST_MATCHES
        ? await findAmongMatches(db, { ...page, scope: { ...scope, words } })
        : await findInOrder(db, { ...page, scope })
  }
  return {
    data: rows.map(presentCard),
    page: query.page,
    page_count: Math.ceil(total / LISTING_PAGE_SIZE),
    total,
    categories: counts.flatMap((count) => presentCategory(count, count === category ? total : count.total, category)),
  }
}

/** Categories without a match are left out, but for the one that was asked for. */
function presentCategory({ slug, name }: CategoryCount, total: number, asked: CategoryCount | undefined) {
  if (slug === null || name === null || (total === 0 && slug !== asked?.slug)) return []
  return [{ slug, name, total }]
}
