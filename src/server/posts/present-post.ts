import { REPLIES_PAGE_SIZE } from '#contract/base/limits.ts'
import type { ProductCard } from '#contract/catalog/calls.ts'
import type { Comment, CommentPage, ListedPost, MyPost, Post, Reply } from '#contract/posts/calls.ts'
import { convertStylesToClasses } from '#server/content/rich-text.ts'
import { toAttachmentUrl } from '#server/content/uploads/store-attachment.ts'
import type { findComments, ReplyRow } from './comment.queries.ts'
import type { findPostsByUser, findPublicPost, findPublicPosts } from './post.queries.ts'

type Rows<Query extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Query>>
type Row<Query extends (...args: never[]) => Promise<readonly unknown[]>> = Rows<Query>[number]

type PersonName = { first_name: string; last_name: string }
/** Name shown to others: the first name and the initial of the last name. */
export const formatAuthorName = ({ first_name, last_name }: PersonName): string =>
  `${first_name} ${[...last_name][0] ?? ''}.`

const presentAttachment = (post: { attachment_file: string | null; attachment_name: string | null }) => ({
  attachment: post.attachment_name,
  attachment_url: post.attachment_file === null ? null : toAttachmentUrl(post.attachment_file),
})

/** Every change by its author changes it. */
export const toPostVersion = ({ updated_at }: { updated_at: Date }): string => updated_at.toISOString()

export const presentOwnPost = (post: Row<typeof findPostsByUser>): MyPost => ({
  id: post.id,
  title: post.title,
  language: post.language,
  content: post.content_html,
  ...presentAttachment(post),
  created_at: post.created_at.toISOString(),
  updated_at: post.updated_at.toISOString(),
  version: toPostVersion(post),
  state: post.visibility,
  hidden_reason: post.hidden_reason,
  cover: post.cover,
  tags: post.tags,
  publish_at: post.publish_at?.toISOString() ?? null,
})

export const presentListedPost = (post: Row<typeof findPublicPosts>): ListedPost => ({
  id: post.id,
  title: post.title,
  language: post.language,
  author: { name: formatAuthorName(post) },
  excerpt: post.excerpt,
  image: post.image,
  created_at: post.created_at.toISOString(),
})

export function presentPost(
  post: NonNullable<Rows<typeof findPublicPost>>,
  comments: CommentsPage & { hasEarlier: boolean; count: number },
  products: ProductCard[],
): Post {
  const { data, next } = presentComments(comments)
  return {
    ...presentListedPost(post),
    content: convertStylesToClasses(post.content_html),
    ...presentAttachment(post),
    ...{ tags: post.tags, products },
    comments: data,
    next_comment: next,
    has_earlier_comments: comments.hasEarlier,
    comment_count: comments.count,
  }
}

/** Contains one extra reply if there are more than the page shows; `next` is the comment after this page. */
export type CommentsPage = { comments: Rows<typeof findComments>; replies: readonly ReplyRow[]; next: number | null }

type CommentRow = PersonName & { id: number; content: string; created_at: Date }

export const presentReply = (reply: CommentRow): Reply => ({
  id: reply.id,
  author: { name: formatAuthorName(reply) },
  content: reply.content,
  created_at: reply.created_at.toISOString(),
})

export const presentComment = (comment: CommentRow, replies: readonly CommentRow[] = []): Comment => ({
  ...presentReply(comment),
  replies: replies.slice(0, REPLIES_PAGE_SIZE).map(presentReply),
  next_reply: replies[REPLIES_PAGE_SIZE]?.id ?? null,
})

export function presentComments({ comments, replies, next }: CommentsPage): CommentPage {
  const repliesByComment = Map.groupBy(replies, ({ comment_id }) => comment_id)
  return { data: comments.map((comment) => presentComment(comment, repliesByComment.get(comment.id))), next }
}
