import type { CommentReplyId } from '#server/platform/database/tables.generated.ts'
import { button, draftMail, type MailDraft, mailTexts, part, words } from '#server/platform/mail/mail-text.ts'
import type { Services } from '#server/platform/services.ts'
import { findReplyForMail } from './comment.queries.ts'
import { formatAuthorName } from './present-post.ts'
import { findCommentUrl } from './read-comments.ts'

type ReplyMailDeps = Pick<Services, 'db' | 'settings' | 'config'>

/** Writes the email to the author of a comment about a reply; undefined if the reply was removed. */
export async function writeReplyMail(
  { db, settings, config }: ReplyMailDeps,
  id: CommentReplyId,
): Promise<MailDraft | undefined> {
  const reply = await findReplyForMail(db, id)
  if (!reply) return undefined
  const path = await findCommentUrl(db, { postId: reply.post_id, commentId: reply.comment_id, replyId: id })
  return replyMail(settings.get('shop_name'), reply, config.publicUrl + path)
}

type ReplyMailInput = {
  /** Email of the recipient. */
  email: string
  reader_first_name: string
  /** Name of the person who replied. */
  first_name: string
  last_name: string
  title: string
  content: string
}

export const replyMailTexts = mailTexts('posts', {
  comment_reply: {
    name: 'Reply to a comment',
    meaning: 'To the author of a comment that was replied to',
    subject: '{author} replied to your comment',
    body: [
      '{first_name}, {author} replied to your comment on “{title}”.',
      '{reply}',
      '{comment_link: View the comment}',
    ],
    placeholders: {
      first_name: words('First name of the reader'),
      author: words('Who replied'),
      title: words('Title of the post'),
      reply: part('What was replied'),
      comment_link: button('View the comment', 'The comment, with its replies'),
    },
  },
})

export function replyMail(shop: string, reply: ReplyMailInput, url: string): MailDraft {
  const author = formatAuthorName(reply)
  return draftMail(replyMailTexts.comment_reply, reply.email, shop, {
    first_name: reply.reader_first_name,
    author,
    title: reply.title,
    reply: [{ kind: 'lines', title: `${author} wrote`, lines: reply.content.split('\n') }],
    comment_link: url,
  })
}
