import type { Comment, ListedPost, OwnPost, Post, Reply } from '#contract/post.ts'
import { withClasses } from '../content/rich-text.ts'
import { attachmentUrl } from '../upload/store-attachment.ts'
import type { findComments, findReplies } from './comment.queries.ts'
import type { findPostsOf, findPublicPost, findPublicPosts } from './post.queries.ts'

type Rows<Query extends (...given: never[]) => Promise<unknown>> = Awaited<ReturnType<Query>>
type Row<Query extends (...given: never[]) => Promise<readonly unknown[]>> = Rows<Query>[number]

type Named = { first_name: string; last_name: string }
/** As others see it: the first name and how the last one begins. */
export const authorName = ({ first_name, last_name }: Named): string => `${first_name} ${[...last_name][0] ?? ''}.`

const attachmentOf = (post: { attachment_file: string | null; attachment_name: string | null }) => ({
  attachment: post.attachment_name,
  attachment_url: post.attachment_file === null ? null : attachmentUrl(post.attachment_file),
})

export const presentOwnPost = (post: Row<typeof findPostsOf>): OwnPost => ({
  id: post.id,
  title: post.title,
  language: post.language,
  content: post.content_html,
  ...attachmentOf(post),
  created_at: post.created_at.toISOString(),
})

export const presentListedPost = (post: Row<typeof findPublicPosts>): ListedPost => ({
  id: post.id,
  title: post.title,
  language: post.language,
  author: { name: authorName(post) },
  excerpt: post.excerpt,
  image: post.image,
  created_at: post.created_at.toISOString(),
})

export function presentPost(
  post: NonNullable<Rows<typeof findPublicPost>>,
  comments: Rows<typeof findComments>,
  replies: Rows<typeof findReplies>,
): Post {
  const repliesTo = Map.groupBy(replies, ({ comment_id }) => comment_id)
  return {
    ...presentListedPost(post),
    content: withClasses(post.content_html),
    ...attachmentOf(post),
    comments: comments.map((comment) => presentComment(comment, repliesTo.get(comment.id) ?? [])),
  }
}

type WrittenRow = Named & { id: number; content: string; created_at: Date }

export const presentReply = (reply: WrittenRow): Reply => ({
  id: reply.id,
  author: { name: authorName(reply) },
  content: reply.content,
  created_at: reply.created_at.toISOString(),
})

export const presentComment = (comment: WrittenRow, replies: readonly WrittenRow[] = []): Comment => ({
  ...presentReply(comment),
  replies: replies.map(presentReply),
})
