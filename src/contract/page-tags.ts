import type { Query, ResponseBody } from './calls.ts'
import type { ReadName } from './paths.ts'

/** By call: the changes after which a response that is the same for everyone has to be made anew. */
export const tagsOf = {
  shop: () => ['settings'],
  home: () => ['content', 'catalogue', 'posts', 'authors'],
  listing: () => ['catalogue'],
  product: ({ id }: { id: number }) => ['catalogue', `product:${id}`],
  faqs: () => ['content'],
  states: () => ['states'],
  terms: () => ['content'],
  posts: () => ['posts', 'authors'],
  post: ({ id }: { id: number }) => [`post:${id}`, 'authors'],
} as const satisfies { [N in ReadName]?: (answer: ResponseBody<N>) => readonly string[] }

type Found = { data: readonly unknown[] }

/**
 * Whether there are endlessly many URLs like the one that gave this response: search words, unknown categories and
 * languages, pages beyond the end, comments from any one on. They share a small part of the cache.
 */
export const isEndless = {
  listing: ({ q = '' }: Query<'listing'>, { data }: Found) => q !== '' || data.length === 0,
  posts: ({ language: asked = 'en' }: Query<'posts'>, { data, language }: Found & { language: string }) =>
    asked !== language || data.length === 0,
  post: ({ from, reply }: Query<'post'>) => from !== undefined || reply !== undefined,
} satisfies { [N in ReadName]?: (asked: Query<N>, answer: ResponseBody<N>) => boolean }
