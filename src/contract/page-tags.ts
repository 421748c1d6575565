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
