import type { Query, ResponseBody } from './calls.ts'
import type { ReadName } from './paths.ts'

/** The changes, by call, that invalidate a cached response shared by everyone. */
export const cacheTags = {
  shop: () => [
    ...['settings', 'content', 'content:announcement', 'content:notices'],
    ...['content:navigation', 'content:not_found', 'content:links'],
  ],
  home: () => [
    ...['content:home', 'content:slides', 'content:notices', 'pictures'],
    ...['catalogue', 'posts', 'authors'],
  ],
  listing: () => ['catalogue'],
  suggestions: () => ['catalogue', 'posts'],
  /** Each product and family that the page shows; `product-page` is for what only its own page shows. */
  product: ({ id, category, contents, related, family }: ResponseBody<'product'>) => [
    'product',
    `product-page:${id}`,
    ...[id, ...[...contents, ...related].map((shown) => shown.id)].map((shownId) => `product:${shownId}`),
    ...[family, ...related.map((card) => card.family)].flatMap((shown) => (shown ? [`family:${shown.id}`] : [])),
    ...(category ? [`category:${category.slug}`] : []),
  ],
  faqs: () => ['content:faqs', 'pictures'],
  /** Any product may fit better after a change. */
  finder: () => ['content:finder', 'catalogue'],
  contentPage: ({ blocks }: ResponseBody<'contentPage'>) => [
    'content:page',
    'pictures',
    ...blocks.flatMap((block) =>
      block.type === 'products'
        ? ['product', 'catalogue', ...block.products.map(({ id }) => `product:${id}`)]
        : block.type === 'questions'
          ? ['content:faqs']
          : [],
    ),
  ],
  states: () => ['states'],
  terms: () => ['content'],
  posts: () => ['posts', 'authors'],
  /** Each product and family on the cards that it shows. */
  post: ({ id, products }: Pick<ResponseBody<'post'>, 'id' | 'products'>) => [
    `post:${id}`,
    'authors',
    ...products.map((card) => `product:${card.id}`),
    ...products.flatMap(({ family }) => (family ? [`family:${family.id}`] : [])),
  ],
} as const satisfies { [N in ReadName]?: (response: ResponseBody<N>) => readonly string[] }

type ListResponse = { data: readonly unknown[] }

/**
 * Whether a response belongs to an unbounded set of URLs: search terms, unknown categories and languages, pages beyond
 * the end, comments from any id on. These share a small part of the cache.
 */
export const isUnbounded = {
  finder: (query: Query<'finder'>) => Object.values(query).some((answer) => answer !== ''),
  suggestions: () => true,
  listing: ({ q = '' }: Query<'listing'>, { data }: ListResponse) => q !== '' || data.length === 0,
  faqs: ({ q = '' }: Query<'faqs'>) => q !== '',
  posts: (
    { language: requested = 'en', tag = '' }: Query<'posts'>,
    { data, language }: ListResponse & { language: string },
  ) => requested !== language || tag !== '' || data.length === 0,
  post: ({ from, reply }: Query<'post'>) => from !== undefined || reply !== undefined,
} satisfies { [N in ReadName]?: (query: Query<N>, response: ResponseBody<N>) => boolean }
