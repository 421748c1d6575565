import { POSTS_PAGE_SIZE } from '#contract/base/limits.ts'
import type { ProductCard } from '#contract/catalog/calls.ts'
import type { MyPost, MyPosts, Post, PostList, PostListQuery, PostQuery } from '#contract/posts/calls.ts'
import { listProducts, splitAtProducts } from '#domain/posts/split-at-products.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import {
  countPostsByUser,
  countPublicPosts,
  findPostByUser,
  findPostsByUser,
  findPublicPost,
  findPublicPosts,
  findPublicPostsByTitle,
  findSitemapPosts,
} from './post.queries.ts'
import { presentListedPost, presentOwnPost, presentPost } from './present-post.ts'
import { readCommentsOfPost } from './read-comments.ts'
import { toPostUrl } from './urls.ts'

const countPages = (count: number): number => Math.ceil(count / POSTS_PAGE_SIZE)

/** Lists a page of the user's posts, newest first. */
export async function listOwnPosts(db: Database, userId: UserId, offset: number): Promise<MyPosts> {
  const [rows, count] = await Promise.all([
    findPostsByUser(db, userId, { offset, limit: POSTS_PAGE_SIZE }),
    countPostsByUser(db, userId),
  ])
  return { data: rows.map(presentOwnPost), page_count: countPages(count) }
}

/** Reads a post of the user; undefined if they have no such post. */
export async function readOwnPost(db: Database, userId: UserId, id: number): Promise<MyPost | undefined> {
  const post = await findPostByUser(db, userId, id)
  return post && presentOwnPost(post)
}

/** Lists a page of the public posts in one language, newest first. */
export async function listPublicPosts(db: Database, { language, tag, page }: PostListQuery): Promise<PostList> {
  const count = await countPublicPosts(db, language, tag)
  const offset = (page - 1) * POSTS_PAGE_SIZE
  // Skips the query beyond the end: for a large offset the database would read all rows before it.
  const rows = offset < count ? await findPublicPosts(db, language, tag, { offset, limit: POSTS_PAGE_SIZE }) : []
  return { data: rows.map(presentListedPost), page_count: countPages(count), page, language, tag }
}

/** Lists the newest public posts in English, the shop's own language. */
export async function listNewestPosts(db: Database, limit: number): Promise<PostList['data']> {
  const rows = await findPublicPosts(db, 'en', '', { offset: 0, limit })
  return rows.map(presentListedPost)
}

/** Lists the cards of products that are for sale; the catalog, which posts do not know, implements it. */
export type ListCards = (ids: readonly number[]) => Promise<ProductCard[]>

/** A page loads the cards of a post at once. */
const MAX_CARDS = 12
/** Lists the newest public posts whose title has words that begin with these folded ones. */
export const listPostsByTitle = (db: Database, words: readonly string[], limit: number) =>
  findPublicPostsByTitle(db, words, limit)

/** Reads a public post with a page of its comments; undefined if there is none. */
export async function readPost(
  db: Database,
  id: number,
  query: PostQuery,
  { listCards, publicUrl }: { listCards: ListCards; publicUrl: string },
): Promise<Post | undefined> {
  const post = await findPublicPost(db, id)
  if (!post) return undefined
  const ids = listProducts(splitAtProducts(post.content_html, publicUrl)).slice(0, MAX_CARDS)
  const [comments, products] = await Promise.all([
    readCommentsOfPost(db, post.id, query),
    ids.length === 0 ? [] : listCards(ids),
  ])
  return presentPost(post, comments, products)
}

/** Lists the URLs of the newest public posts for search engines. */
export async function listSitemapPosts(db: Database, limit: number): Promise<{ path: string; changedAt: Date }[]> {
  const rows = await findSitemapPosts(db, limit)
  return rows.map(({ id, updated_at }) => ({ path: toPostUrl(id), changedAt: updated_at }))
}
