import type { NewsletterText } from '#domain/mail/newsletter-text.ts'
import type { Mail } from '#server/platform/mail/mail-parts.ts'
import { composeMail, findMailFrame } from '#server/platform/mail/mail-text.ts'
import type { Services } from '#server/platform/services.ts'
import { findMailText } from '../texts/find-mail-text.ts'
import { sampleNewsletter } from '../texts/preview-emails.ts'

/** Renders a newsletter with unsaved text; its unsubscribe link does nothing. */
export async function previewNewsletter(
  { db, settings, config }: Pick<Services, 'db' | 'settings' | 'config'>,
  text: NewsletterText,
): Promise<Mail> {
  const draft = sampleNewsletter(settings, config.publicUrl, text)
  return composeMail(draft, await findMailText(db, draft.kind), findMailFrame(settings))
}
