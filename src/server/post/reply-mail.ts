import type { CommentReplyId } from '#server/platform/database/tables.generated.ts'
import { type Mail, writeMail } from '#server/platform/mail/mail-parts.ts'
import type { Services } from '#server/platform/services.ts'
import { findReplyForMail } from './comment.queries.ts'
import { authorName } from './present-post.ts'
import { findCommentUrl } from './read-comments.ts'

type Needs = Pick<Services, 'db' | 'settings' | 'config'>

/** To the author of a comment that was replied to; undefined if the reply has been removed. */
export async function writeReplyMail({ db, settings, config }: Needs, id: CommentReplyId): Promise<Mail | undefined> {
  const reply = await findReplyForMail(db, id)
  if (!reply) return undefined
  const path = await findCommentUrl(db, { postId: reply.post_id, commentId: reply.comment_id, replyId: id })
  return replyMail(settings.get('shop_name'), reply, config.publicUrl + path)
}

type CommentReply = {
  /** Of the person notified. */
  email: string
  reader_first_name: string
  /** Of the person who replied. */
  first_name: string
  last_name: string
  title: string
  content: string
}

export function replyMail(shop: string, reply: CommentReply, url: string): Mail {
  const name = authorName(reply)
  return writeMail(reply.email, shop, `${name} replied to your comment`, [
    { kind: 'paragraph', text: `${reply.reader_first_name}, ${name} replied to your comment on “${reply.title}”.` },
    { kind: 'lines', title: `${name} wrote`, lines: reply.content.split('\n') },
    { kind: 'action', label: 'View the comment', url },
  ])
}
