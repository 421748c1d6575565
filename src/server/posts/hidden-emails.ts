import type { Database } from '#server/platform/database/connection.ts'
import type { MailPart } from '#server/platform/mail/mail-parts.ts'
import { draftMail, type MailDraft, mailTexts, part, requiredPart, words } from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { type CommentKind, findManagedComment, findManagedPost } from './moderation.queries.ts'

type HiddenMailDeps = { db: Database; settings: Settings }
export type HiddenContent = { email: string; title: string; reason: string; content?: string }

/** Writes the email to the author of a post that staff have hidden; undefined if it was restored in the meantime. */
export async function writePostHiddenMail(
  { db, settings }: HiddenMailDeps,
  id: number,
): Promise<MailDraft | undefined> {
  const post = await findManagedPost(db, id)
  if (!post || post.hidden_reason === null) return undefined
  const { author_email: email, title, hidden_reason: reason } = post
  return hiddenMail(settings.get('shop_name'), 'post', { email, title, reason })
}

/** Writes the email to the author of a hidden comment or reply. */
export async function writeCommentHiddenMail(
  { db, settings }: HiddenMailDeps,
  kind: CommentKind,
  id: number,
): Promise<MailDraft | undefined> {
  const comment = await findManagedComment(db, kind, id)
  if (!comment || comment.hidden_reason === null) return undefined
  const { author_email: email, title, content, hidden_reason: reason } = comment
  return hiddenMail(settings.get('shop_name'), kind, { email, title, content, reason })
}

const CLOSING_LINE = 'If you think this is a mistake, please contact us.'
const commonPlaceholders = { title: words('Title of the post'), why: requiredPart('The reason, as staff wrote it') }
const content = part('What the author wrote')

export const hiddenMailTexts = mailTexts('posts', {
  post_hidden: {
    name: 'Post hidden',
    meaning: 'To the author of a post hidden by staff',
    subject: 'Your post was hidden',
    body: ['We’ve hidden your post “{title}” on {shop_name}:', '{why}', CLOSING_LINE],
    placeholders: commonPlaceholders,
  },
  comment_hidden: {
    name: 'Comment hidden',
    meaning: 'To the author of a comment hidden by staff',
    subject: 'Your comment was hidden',
    body: ['We’ve hidden your comment on “{title}” on {shop_name}:', '{why}', '{content}', CLOSING_LINE],
    placeholders: { ...commonPlaceholders, content },
  },
  reply_hidden: {
    name: 'Reply hidden',
    meaning: 'To the author of a reply hidden by staff',
    subject: 'Your reply was hidden',
    body: ['We’ve hidden your reply on “{title}” on {shop_name}:', '{why}', '{content}', CLOSING_LINE],
    placeholders: { ...commonPlaceholders, content },
  },
})

export function hiddenMail(
  shop: string,
  kind: 'post' | CommentKind,
  { email, title, content = '', reason }: HiddenContent,
): MailDraft {
  const why: MailPart[] = [{ kind: 'lines', title: 'Why', lines: reason.split('\n') }]
  if (kind === 'post') return draftMail(hiddenMailTexts.post_hidden, email, shop, { title, why })
  const contentParts: MailPart[] =
    content === '' ? [] : [{ kind: 'lines', title: 'You wrote', lines: content.split('\n') }]
  return draftMail(hiddenMailTexts[`${kind}_hidden`], email, shop, { title, why, content: contentParts })
}
