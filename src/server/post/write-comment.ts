import type { Comment, Reply } from '#contract/post.ts'
import type { PostId } from '../database/tables.generated.ts'
import { inTransaction } from '../database/transaction.ts'
import { notFound } from '../errors.ts'
import type { Session } from '../member/sessions.ts'
import type { Services } from '../services.ts'
import { insertComment, insertReply } from './comment.queries.ts'
import { presentComment, presentReply } from './present-post.ts'

type Needs = Pick<Services, 'db' | 'jobs'>
type Author = Session['user']

/** 404 if the post is not public. */
export async function writeComment(
  { db }: Pick<Needs, 'db'>,
  author: Author,
  postId: number,
  content: string,
): Promise<Comment> {
  const comment = await insertComment(db, author.id, postId, content)
  if (!comment) throw notFound()
  return presentComment({ ...author, ...comment, content })
}

/** Notifies the comment's author by mail, unless they replied to themselves. 404 if there is no such comment. */
export async function writeReply(
  { db, jobs }: Needs,
  author: Author,
  commentId: number,
  content: string,
): Promise<{ reply: Reply; postId: PostId }> {
  const reply = await inTransaction(db, async (trx) => {
    const written = await insertReply(trx, author.id, commentId, content)
    if (written && written.comment_by !== author.id) {
      await jobs.queue(trx, 'mail', [{ mail: 'comment_reply', reply_id: written.id }])
    }
    return written
  })
  if (!reply) throw notFound()
  return { reply: presentReply({ ...author, ...reply, content }), postId: reply.post_id }
}
