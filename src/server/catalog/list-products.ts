import { LISTING_PAGE_SIZE } from '#contract/base/limits.ts'
import type { Listing, ListingQuery } from '#contract/catalog/calls.ts'
import type { Database } from '#server/platform/database/connection.ts'
import {
  type CategoryCount,
  countByCategory,
  findCategory,
  findPage,
  type SearchPage,
  searchPage,
} from './catalog.queries.ts'
import { presentCard } from './present-product.ts'
import { type SearchWords, searchWords } from './search-words.ts'

/**
 * Maximum number of matches, among which a search sorts and counts. A user who reaches it has searched for a word
 * shared by thousands of products; another word, or the category's listing, helps more than page 50 would.
 */
export const MAX_MATCHES = 1000

/** Lists a page of products for sale. Returns an empty page for an unknown category or an offset beyond the end. */
export async function listProducts(db: Database, query: ListingQuery): Promise<Listing> {
  const words = searchWords(query.q)
  const { total, everywhere, categories, cards } = words
    ? await search(db, query, words)
    : // A search for punctuation only finds nothing, rather than everything.
      query.q === ''
      ? await browse(db, query)
      : nothing
  return {
    data: cards.map(presentCard),
    page: query.page,
    page_count: Math.ceil(total / LISTING_PAGE_SIZE),
    total,
    all_total: everywhere,
    categories: categories.flatMap(({ slug, name, total: inside }) =>
      slug === null || name === null || (inside === 0 && slug !== query.category)
        ? []
        : [{ slug, name, total: inside }],
    ),
  }
}

const nothing: SearchPage = { total: 0, everywhere: 0, categories: [], cards: [] }

async function browse(db: Database, query: ListingQuery): Promise<SearchPage> {
  const categories = await countByCategory(db)
  const asked = categories.find(({ slug }) => slug === query.category)
  const everywhere = categories.reduce((sum, category) => sum + category.total, 0)
  const total = query.category === '' ? everywhere : (asked?.total ?? 0)
  const offset = offsetOf(query)
  const limit = Math.min(LISTING_PAGE_SIZE, total - offset)
  const page = { categoryId: asked?.id ?? undefined, sort: query.sort, offset, limit, total }
  return { total, everywhere, categories, cards: limit > 0 ? await findPage(db, page) : [] }
}

async function search(db: Database, query: ListingQuery, words: SearchWords): Promise<SearchPage> {
  const asked = query.category === '' ? undefined : await findAskedCategory(db, query.category)
  const page = { words, most: MAX_MATCHES, sort: query.sort, offset: offsetOf(query), limit: LISTING_PAGE_SIZE }
  const found = await searchPage(db, { ...page, categoryId: asked?.id ?? undefined })
  if (query.category === '') return found
  if (!asked) return { ...found, total: 0, cards: [] }
  const others = found.categories.filter(({ id }) => id !== asked.id)
  const index = found.categories.findIndex(({ id }) => id === asked.id)
  return {
    ...found,
    categories: others.toSpliced(index === -1 ? others.length : index, 0, { ...asked, total: found.total }),
  }
}

const offsetOf = ({ page }: ListingQuery) => (page - 1) * LISTING_PAGE_SIZE

async function findAskedCategory(db: Database, slug: string): Promise<CategoryCount | undefined> {
  // PostgreSQL rejects NUL, and no slug contains one.
  return slug.includes('\0') ? undefined : findCategory(db, slug)
}
