import { type Listing, ListingQuery } from '#contract/catalog/calls.ts'
import { splitSearch } from '#domain/catalog/search/search-words.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { listPostsByTitle } from '#server/posts/list-posts.ts'
import { listProducts } from './list-products.ts'

const MAX_PRODUCTS = 5
const MAX_CATEGORIES = 3
const MAX_POSTS = 2

/** The best products, the categories with most matches, and posts whose title has all words. */
export async function suggest(db: Database, q: string) {
  const words = splitSearch(q)
  if (words.length === 0) return { products: [], categories: [], posts: [], corrected: null }
  const [{ data, categories, corrected }, posts] = await Promise.all([
    listProducts(db, ListingQuery.parse({ q })),
    listPostsByTitle(db, words, MAX_POSTS),
  ])
  return {
    products: data.slice(0, MAX_PRODUCTS).map(presentSuggestion),
    categories: categories.toSorted((a, b) => b.total - a.total).slice(0, MAX_CATEGORIES),
    posts,
    corrected,
  }
}

const presentSuggestion = ({ id, name, price, url, image }: Listing['data'][number]) => ({
  id,
  name,
  price,
  url,
  image,
})
