import type { Database } from '#server/platform/database/connection.ts'
import { type Mail, writeMail } from '#server/platform/mail/mail-parts.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { type CommentKind, findManagedComment, findManagedPost } from './moderation.queries.ts'

type Needs = { db: Database; settings: Settings }
export type HiddenThing = { email: string; title: string; reason: string; content?: string }

/** To the author of a post that staff have hidden; undefined where it is shown again by now. */
export async function writePostHiddenMail({ db, settings }: Needs, id: number): Promise<Mail | undefined> {
  const post = await findManagedPost(db, id)
  if (!post || post.hidden_reason === null) return undefined
  const { author_email: email, title, hidden_reason: reason } = post
  return hiddenMail(settings.get('shop_name'), 'post', { email, title, reason })
}

/** To the author of a hidden comment or reply. */
export async function writeCommentHiddenMail(
  { db, settings }: Needs,
  kind: CommentKind,
  id: number,
): Promise<Mail | undefined> {
  const comment = await findManagedComment(db, kind, id)
  if (!comment || comment.hidden_reason === null) return undefined
  const { author_email: email, title, content, hidden_reason: reason } = comment
  return hiddenMail(settings.get('shop_name'), kind, { email, title, content, reason })
}

export function hiddenMail(
  shop: string,
  kind: 'post' | CommentKind,
  { email, title, content, reason }: HiddenThing,
): Mail {
  const what = kind === 'post' ? `Your post “${title}”` : `Your ${kind} on “${title}”`
  return writeMail(email, shop, `Your ${kind} is no longer shown`, [
    { kind: 'paragraph', text: `${what} is no longer shown at ${shop}:` },
    { kind: 'lines', title: 'Why', lines: reason.split('\n') },
    ...(content === undefined
      ? []
      : [{ kind: 'lines' as const, title: 'You had written', lines: content.split('\n') }]),
    { kind: 'paragraph', text: 'If you think that this is a mistake, please write to us.' },
  ])
}
