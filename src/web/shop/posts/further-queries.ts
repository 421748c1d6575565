import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Comment, Post, Reply } from '#contract/posts/calls.ts'
import { get } from '#web/api/api.ts'
import { callKey, type ReadKey } from '#web/api/query.ts'

type FurtherPage<Item> = { data: Item[]; next: number | null }

/** Items after those on the page, from `next` on; fetched only on request. */
const furtherQuery = <Item>(
  queryKey: ReadKey,
  read: (from: number) => Promise<FurtherPage<Item>>,
  next: number | null,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: next ?? 0,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled: false,
  })
export type FurtherQuery<Item> = ReturnType<typeof furtherQuery<Item>>

export function furtherCommentsQuery({ id, next_comment }: Pick<Post, 'id' | 'next_comment'>): FurtherQuery<Comment> {
  const asked = (from: number) => ({ params: { post_id: id }, query: { from } })
  return furtherQuery(
    callKey('comments', asked(next_comment ?? 0)),
    (from) => get('comments', asked(from)),
    next_comment,
  )
}

export function furtherRepliesQuery({ id, next_reply }: Pick<Comment, 'id' | 'next_reply'>): FurtherQuery<Reply> {
  const asked = (from: number) => ({ params: { comment_id: id }, query: { from } })
  return furtherQuery(callKey('replies', asked(next_reply ?? 0)), (from) => get('replies', asked(from)), next_reply)
}
