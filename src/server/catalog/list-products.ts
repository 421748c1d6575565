import { LISTING_PAGE_SIZE } from '#contract/base/limits.ts'
import type { Listing, ListingQuery } from '#contract/catalog/calls.ts'
import type { Database } from '#server/platform/database/connection.ts'
import {
  countByCategory,
  findCategory,
  findPage,
  type RequestedCategory,
  type SearchPage,
  searchPage,
} from './catalog.queries.ts'
import { presentCategoryPicture } from './categories/present-category.ts'
import { presentCard } from './present-product.ts'
import { type SearchOutcome, searchWithFallbacks } from './search-with-fallbacks.ts'

/**
 * Maximum number of matches that a search sorts and counts. A search that reaches it is too broad for more pages to
 * help.
 */
export const MAX_MATCHES = 1000

/**
 * Lists a page of products for sale, of a category including its subcategories. Returns an empty page for an unknown
 * category or an offset beyond the end.
 */
export async function listProducts(db: Database, requestedQuery: ListingQuery): Promise<Listing> {
  const requested = await findRequestedCategory(db, requestedQuery.category)
  const query = requested ? { ...requestedQuery, category: requested.slug } : requestedQuery
  const searched = query.q === '' ? undefined : await search(db, query, requested)
  // A search for punctuation only finds nothing, rather than everything.
  const { total, totalInAllCategories, categories, cards } =
    query.q === '' ? await browse(db, query, requested) : (searched?.found ?? emptyPage)
  return {
    data: cards.map(presentCard),
    page: query.page,
    page_count: Math.ceil(total / LISTING_PAGE_SIZE),
    total,
    category: requested?.slug ?? null,
    all_total: totalInAllCategories,
    corrected: searched?.corrected ?? null,
    partial: searched?.isPartial ?? false,
    categories: categories.flatMap(({ slug, name, total: categoryTotal, ...picture }) =>
      slug === null || name === null || (categoryTotal === 0 && slug !== query.category)
        ? []
        : [{ slug, name, total: categoryTotal, picture: presentCategoryPicture(picture) }],
    ),
  }
}

const emptyPage: SearchPage = { total: 0, totalInAllCategories: 0, categories: [], cards: [] }

async function browse(
  db: Database,
  query: ListingQuery,
  requested: RequestedCategory | undefined,
): Promise<SearchPage> {
  const { categories, totalInAllCategories } = await countByCategory(db)
  const counted = categories.find(({ id }) => id === requested?.id)
  const total = query.category === '' ? totalInAllCategories : (counted?.total ?? 0)
  const offset = getOffset(query)
  const limit = Math.min(LISTING_PAGE_SIZE, total - offset)
  const page = { categoryIds: toIds(requested), sort: query.sort, offset, limit, total }
  return { total, totalInAllCategories, categories, cards: limit > 0 ? await findPage(db, page) : [] }
}

async function search(
  db: Database,
  query: ListingQuery,
  requested: RequestedCategory | undefined,
): Promise<SearchOutcome<SearchPage> | undefined> {
  const page = { maxMatches: MAX_MATCHES, sort: query.sort, offset: getOffset(query), limit: LISTING_PAGE_SIZE }
  const searched = await searchWithFallbacks(
    db,
    query.q,
    (search) => searchPage(db, { ...page, search, categoryIds: toIds(requested) }),
    ({ totalInAllCategories }) => totalInAllCategories > 0,
    { exactly: query.exact === '1' },
  )
  return searched && { ...searched, found: withRequested(searched.found, query, requested) }
}

/** The categories of a search include the requested one, also without a match. */
function withRequested(
  searchResult: SearchPage,
  query: ListingQuery,
  requested: RequestedCategory | undefined,
): SearchPage {
  if (query.category === '') return searchResult
  if (!requested) return { ...searchResult, total: 0, cards: [] }
  const others = searchResult.categories.filter(({ id }) => id !== requested.id)
  const index = searchResult.categories.findIndex(({ id }) => id === requested.id)
  return {
    ...searchResult,
    categories: others.toSpliced(index === -1 ? others.length : index, 0, { ...requested, total: searchResult.total }),
  }
}

const getOffset = ({ page }: ListingQuery) => (page - 1) * LISTING_PAGE_SIZE

const toIds = (category: RequestedCategory | undefined) => category && [category.id, ...category.children]

async function findRequestedCategory(db: Database, slug: string): Promise<RequestedCategory | undefined> {
  // PostgreSQL rejects NUL, and no slug contains one.
  return slug === '' || slug.includes('\0') ? undefined : findCategory(db, slug)
}
