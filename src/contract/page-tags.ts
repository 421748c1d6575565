/** The tags of public responses: a cached response is dropped when one of its tags changes. */
export const tagsOf = {
  shop: () => ['settings'],
  home: () => ['content', 'catalogue'],
  listing: () => ['catalogue'],
  product: ({ id }: { id: number }) => ['catalogue', `product:${id}`],
  faqs: () => ['content'],
  states: () => ['states'],
  posts: () => ['posts', 'authors'],
  post: ({ id }: { id: number }) => [`post:${id}`, 'authors'],
} as const

type Found = { data: readonly unknown[] }

/**
 * Whether there are endlessly many URLs like the one that gave this response: search words, unknown categories and
 * languages, pages beyond the end, comments from any one on. They share a small part of the cache.
 */
export const isEndless = {
  listing: ({ q = '' }: { q?: string }, { data }: Found) => q !== '' || data.length === 0,
  posts: (asked: { language?: string }, { data, language }: Found & { language: string }) =>
    asked.language !== language || data.length === 0,
  post: ({ from, reply }: { from?: number | undefined; reply?: number | undefined }) =>
    from !== undefined || reply !== undefined,
}
