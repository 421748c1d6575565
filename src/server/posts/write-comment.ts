import type { Comment, Reply } from '#contract/posts/calls.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Session } from '#server/customers/sessions.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { PostId } from '#server/platform/database/tables.generated.ts'
import type { Services } from '#server/platform/services.ts'
import { insertComment, insertReply } from './comment.queries.ts'
import { findDuplicateComment, findDuplicateReply, lockAuthor } from './duplicate-submission.queries.ts'
import { presentComment, presentReply } from './present-post.ts'

type Author = Session['user']

/** Refuses if the post is not public. A comment repeated within a minute returns the existing one. */
export async function writeComment(
  trx: Transaction,
  author: Author,
  { postId, content }: { postId: number; content: string },
): Promise<Result<{ comment: Comment }, Refusal<'not_found'>>> {
  await lockAuthor(trx, author.id)
  const comment =
    (await findDuplicateComment(trx, author.id, postId, content)) ??
    (await insertComment(trx, author.id, postId, content))
  return comment
    ? { ok: true, comment: presentComment({ ...author, ...comment, content }) }
    : refuse({ code: 'not_found' })
}

/**
 * Emails the comment's author, unless they replied to themselves. Refuses if there is no such comment. A reply repeated
 * within a minute returns the existing one and sends no email.
 */
export async function writeReply(
  trx: Transaction,
  author: Author,
  commentId: number,
  content: string,
  { jobs }: Pick<Services, 'jobs'>,
): Promise<Result<{ reply: Reply; postId: PostId }, Refusal<'not_found'>>> {
  await lockAuthor(trx, author.id)
  const duplicate = await findDuplicateReply(trx, author.id, commentId, content)
  if (duplicate)
    return { ok: true, reply: presentReply({ ...author, ...duplicate, content }), postId: duplicate.post_id }
  const reply = await insertReply(trx, author.id, commentId, content)
  if (!reply) return refuse({ code: 'not_found' })
  if (reply.comment_by !== author.id) {
    await jobs.queue(trx, 'mail', [{ mail: 'comment_reply', reply_id: reply.id }])
  }
  return { ok: true, reply: presentReply({ ...author, ...reply, content }), postId: reply.post_id }
}
