/** What changes an answer that everyone gets the same: whatever is kept of it is made anew then. */
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
 * Whether there are endlessly many URLs like the one that gave this answer: search words, unknown categories and
 * languages, pages beyond the end, comments from any on. Only a small share of the cache is for those.
 */
export const isEndless = {
  listing: ({ q = '' }: { q?: string }, { data }: Found) => q !== '' || data.length === 0,
  posts: (asked: { language?: string }, { data, language }: Found & { language: string }) =>
    asked.language !== language || data.length === 0,
  post: ({ from, reply }: { from?: number | undefined; reply?: number | undefined }) =>
    from !== undefined || reply !== undefined,
}
