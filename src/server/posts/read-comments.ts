import { COMMENTS_PAGE_SIZE, REPLIES_PAGE_SIZE } from '#contract/base/limits.ts'
import type { CommentPage, PostQuery, ReplyPage } from '#contract/posts/calls.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { PostId } from '#server/platform/database/tables.generated.ts'
import {
  countComments,
  findComments,
  findPosition,
  findPublicComment,
  findPublicPostId,
  findReplies,
} from './comment.queries.ts'
import { type CommentsPage, presentComments, presentReply } from './present-post.ts'
import { toCommentUrl } from './urls.ts'

type CommentRows = Awaited<ReturnType<typeof findComments>>

/** Reads a page of the comments under a post, from the given one on. */
async function readPage(db: Database, rows: CommentRows, firstReply: number): Promise<CommentsPage> {
  const comments = rows.slice(0, COMMENTS_PAGE_SIZE)
  const ids = comments.map(({ id }) => id)
  const replies = ids.length === 0 ? [] : await findReplies(db, ids, { from: firstReply, limit: REPLIES_PAGE_SIZE + 1 })
  return { comments, replies, next: rows[COMMENTS_PAGE_SIZE]?.id ?? null }
}

const findPage = (db: Database, postId: PostId, from: number) =>
  findComments(db, postId, { from, limit: COMMENTS_PAGE_SIZE + 1 })

/**
 * Reads the comments for a post's page: the first ones, or the ones from `from` on if it is not among them. A comment
 * that does not exist anymore or belongs to another post falls back to the ones after it, or to the first ones.
 */
export async function readCommentsOfPost(db: Database, postId: PostId, { from = 0, reply = 0 }: PostQuery) {
  const [first, count] = await Promise.all([findPage(db, postId, 0), countComments(db, postId)])
  const firstOfNextPage = first[COMMENTS_PAGE_SIZE]
  const laterComments = firstOfNextPage && from >= firstOfNextPage.id ? await findPage(db, postId, from) : []
  const page = await readPage(db, laterComments.length > 0 ? laterComments : first, reply)
  return { ...page, hasEarlier: laterComments.length > 0, count }
}

/** Returns undefined if the post is not public. */
export async function listComments(db: Database, postId: number, from: number): Promise<CommentPage | undefined> {
  const post = await findPublicPostId(db, postId)
  if (!post) return undefined
  return presentComments(await readPage(db, await findPage(db, post.id, from), 0))
}

/** Returns undefined if there is no such comment under a public post. */
export async function listReplies(db: Database, commentId: number, from: number): Promise<ReplyPage | undefined> {
  const comment = await findPublicComment(db, commentId)
  if (!comment) return undefined
  const rows = await findReplies(db, [comment.id], { from, limit: COMMENTS_PAGE_SIZE + 1 })
  return { data: rows.slice(0, COMMENTS_PAGE_SIZE).map(presentReply), next: rows[COMMENTS_PAGE_SIZE]?.id ?? null }
}

/** Finds the URL that shows a comment or a reply: the post's first page, or a page that begins with it. */
export async function findCommentUrl(
  db: Database,
  target: { postId: number; commentId: number; replyId?: number },
): Promise<string> {
  const sizes = { comments: COMMENTS_PAGE_SIZE, replies: REPLIES_PAGE_SIZE }
  const { onFirstPage, amongFirstReplies } = await findPosition(db, { replyId: undefined, ...target }, sizes)
  return toCommentUrl(target.postId, target.commentId, {
    ...(!onFirstPage && { from: target.commentId }),
    ...(!amongFirstReplies && { reply: target.replyId }),
  })
}
