import type { Query } from '#contract/calls.ts'
import { fillPath, pagePaths, pagePatterns } from '#contract/paths.ts'
import { queryString } from './search.ts'

/** URLs of the pages, built from the contract's paths, so that moving a page is one edit. */
export const paths = {
  ...pagePaths,
  listing: (query: Query<'listing'>) => pagePaths.packages + queryString(query),
  product: (product_id: number) => fillPath(pagePatterns.product, { product_id }),
  postList: (query: Query<'posts'>) => pagePaths.posts + queryString(query),
  post: (post_id: number, query: Query<'post'> = {}) => fillPath(pagePatterns.post, { post_id }) + queryString(query),
} as const
