import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Comment, Post, Reply } from '#contract/posts/calls.ts'
import { get } from '#web/api/api.ts'
import { callKey, type ReadKey } from '#web/api/query.ts'

type ItemPage<Item> = { data: Item[]; next: number | null }

/** Items after those on the page, from `next` on; fetched only on request. */
const morePagesQuery = <Item>(
  queryKey: ReadKey,
  fetchPage: (from: number) => Promise<ItemPage<Item>>,
  next: number | null,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: next ?? 0,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled: false,
  })
export type MorePagesQuery<Item> = ReturnType<typeof morePagesQuery<Item>>

export function moreCommentsQuery({ id, next_comment }: Pick<Post, 'id' | 'next_comment'>): MorePagesQuery<Comment> {
  const toInput = (from: number) => ({ params: { post_id: id }, query: { from } })
  return morePagesQuery(
    callKey('comments', toInput(next_comment ?? 0)),
    (from) => get('comments', toInput(from)),
    next_comment,
  )
}

export function moreRepliesQuery({ id, next_reply }: Pick<Comment, 'id' | 'next_reply'>): MorePagesQuery<Reply> {
  const toInput = (from: number) => ({ params: { comment_id: id }, query: { from } })
  return morePagesQuery(
    callKey('replies', toInput(next_reply ?? 0)),
    (from) => get('replies', toInput(from)),
    next_reply,
  )
}
