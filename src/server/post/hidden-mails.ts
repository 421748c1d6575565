import type { Database } from '#server/platform/database/connection.ts'
import type { MailPart } from '#server/platform/mail/mail-parts.ts'
import { draftMail, type MailDraft, mailTexts, neededPart, part, words } from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { type CommentKind, findManagedComment, findManagedPost } from './moderation.queries.ts'

type Needs = { db: Database; settings: Settings }
export type HiddenThing = { email: string; title: string; reason: string; content?: string }

/** Writes the email to the author of a post that staff have hidden; undefined if it was restored in the meantime. */
export async function writePostHiddenMail({ db, settings }: Needs, id: number): Promise<MailDraft | undefined> {
  const post = await findManagedPost(db, id)
  if (!post || post.hidden_reason === null) return undefined
  const { author_email: email, title, hidden_reason: reason } = post
  return hiddenMail(settings.get('shop_name'), 'post', { email, title, reason })
}

/** Writes the email to the author of a hidden comment or reply. */
export async function writeCommentHiddenMail(
  { db, settings }: Needs,
  kind: CommentKind,
  id: number,
): Promise<MailDraft | undefined> {
  const comment = await findManagedComment(db, kind, id)
  if (!comment || comment.hidden_reason === null) return undefined
  const { author_email: email, title, content, hidden_reason: reason } = comment
  return hiddenMail(settings.get('shop_name'), kind, { email, title, content, reason })
}

const END = 'If you think that this is a mistake, please write to us.'
const hidden = { title: words('Title of the post'), why: neededPart('The reason that staff have written') }
const content = part('What the author had written')

export const hiddenMailTexts = mailTexts('posts', {
  post_hidden: {
    name: 'Post hidden',
    meaning: 'To the author of a post that staff have hidden',
    subject: 'Your post is no longer shown',
    body: ['Your post “{title}” is no longer shown at {shop_name}:', '{why}', END],
    placeholders: hidden,
  },
  comment_hidden: {
    name: 'Comment hidden',
    meaning: 'To the author of a comment that staff have hidden',
    subject: 'Your comment is no longer shown',
    body: ['Your comment on “{title}” is no longer shown at {shop_name}:', '{why}', '{content}', END],
    placeholders: { ...hidden, content },
  },
  reply_hidden: {
    name: 'Reply hidden',
    meaning: 'To the author of a reply that staff have hidden',
    subject: 'Your reply is no longer shown',
    body: ['Your reply on “{title}” is no longer shown at {shop_name}:', '{why}', '{content}', END],
    placeholders: { ...hidden, content },
  },
})

export function hiddenMail(
  shop: string,
  kind: 'post' | CommentKind,
  { email, title, content = '', reason }: HiddenThing,
): MailDraft {
  const why: MailPart[] = [{ kind: 'lines', title: 'Why', lines: reason.split('\n') }]
  if (kind === 'post') return draftMail(hiddenMailTexts.post_hidden, email, shop, { title, why })
  const wrote: MailPart[] =
    content === '' ? [] : [{ kind: 'lines', title: 'You had written', lines: content.split('\n') }]
  return draftMail(hiddenMailTexts[`${kind}_hidden`], email, shop, { title, why, content: wrote })
}
