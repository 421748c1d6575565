import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { CommentReplyId, PostId, UserId } from '#server/platform/database/tables.generated.ts'
import type { PostTexts } from './post.queries.ts'

/**
 * Treats an identical text within a minute as a retry after a lost response, because authors cannot delete a duplicate
 * post or comment.
 */
const JUST_NOW = sql`> now() - interval '1 minute'`

/** Serializes requests of one author, so that the second finds the text of the first. */
export async function lockAuthor(trx: Transaction, userId: UserId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`texts of ${userId}`}, 0))`.execute(trx)
}

export async function hasDuplicatePost(
  trx: Transaction,
  userId: UserId,
  { title, language, content_html }: PostTexts,
  attachment: UploadedFile | undefined,
): Promise<boolean> {
  const { rows } = await sql`
    select from posts where user_id = ${userId} and title = ${title} and language = ${language}
      and content_html = ${content_html} and created_at ${JUST_NOW} and ${hasFile(attachment)}
    limit 1`.execute(trx)
  return rows.length > 0
}

/** Returns whether a post has the uploaded file, by name and size. */
export async function hasAttachment(trx: Transaction, postId: PostId, attachment: UploadedFile): Promise<boolean> {
  const { rows } = await sql`select from posts where id = ${postId} and ${hasFile(attachment)}`.execute(trx)
  return rows.length > 0
}

type UploadedFile = { name: string; bytes: number }
const hasFile = (upload: UploadedFile | undefined) =>
  upload
    ? sql`attachment_name = ${upload.name}
        and exists (select from stored_files file where file.name = attachment_file and file.bytes = ${upload.bytes})`
    : sql`attachment_file is null`

export async function findDuplicateComment(trx: Transaction, userId: UserId, postId: number, content: string) {
  const { rows } = await sql<{ id: number; created_at: Date }>`
    select comment.id, comment.created_at from comments comment join posts on posts.id = comment.post_id
    where comment.post_id = ${postId} and comment.user_id = ${userId} and comment.content = ${content}
      and comment.hidden_at is null and posts.visibility = 'public' and comment.created_at ${JUST_NOW}
    order by comment.id limit 1`.execute(trx)
  return rows[0]
}

export async function findDuplicateReply(trx: Transaction, userId: UserId, commentId: number, content: string) {
  const { rows } = await sql<{ id: CommentReplyId; post_id: PostId; created_at: Date }>`
    select reply.id, reply.created_at, comment.post_id
    from comment_replies reply join comments comment on comment.id = reply.comment_id
      join posts on posts.id = comment.post_id
    where reply.comment_id = ${commentId} and reply.user_id = ${userId} and reply.content = ${content}
      and reply.hidden_at is null and comment.hidden_at is null and posts.visibility = 'public' and reply.created_at ${JUST_NOW}
    order by reply.id limit 1`.execute(trx)
  return rows[0]
}
