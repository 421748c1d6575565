import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Comment, Post, Reply } from '#contract/post.ts'
import { getJson, overNetwork } from '#web/api.ts'
import { paths } from '#web/paths.ts'

/** What follows what the page shows, from `next` on; nothing is fetched before a visitor asks for it. */
const furtherQuery = <Item>(path: (from: number) => string, next: number | null) =>
  infiniteQueryOptions({
    queryKey: [path(next ?? 0)],
    queryFn: ({ pageParam }) => getJson<{ data: Item[]; next: number | null }>(overNetwork, path(pageParam)),
    initialPageParam: next ?? 0,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled: false,
  })
export type FurtherQuery<Item> = ReturnType<typeof furtherQuery<Item>>

export const furtherCommentsQuery = ({ id, next_comment }: Pick<Post, 'id' | 'next_comment'>) =>
  furtherQuery<Comment>((from) => paths.api.comments(id, from), next_comment)

export const furtherRepliesQuery = ({ id, next_reply }: Pick<Comment, 'id' | 'next_reply'>) =>
  furtherQuery<Reply>((from) => paths.api.replies(id, from), next_reply)
