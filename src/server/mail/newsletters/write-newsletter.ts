import { fillPath, pagePatterns } from '#contract/paths.ts'
import { type NewsletterPart, type NewsletterText, readNewsletter } from '#domain/mail/newsletter-text.ts'
import { findStaffAccount } from '#server/identity/staff/find-staff-account.ts'
import type { Signer } from '#server/platform/crypto/signer.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { MailPart } from '#server/platform/mail/mail-parts.ts'
import {
  draftMail,
  type MailDraft,
  mailTexts,
  requiredLink,
  requiredPart,
  words,
} from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { findNewsletter } from './newsletter.queries.ts'
import { makeUnsubscribeToken } from './unsubscribe-token.ts'

export const newsletterMailTexts = mailTexts('members', {
  newsletter: {
    name: 'Newsletter',
    meaning: 'Text around each newsletter, with the link to unsubscribe',
    subject: '{subject}',
    body: [
      '{content}',
      'You’re receiving this because you signed up for {shop_name} news.',
      '{unsubscribe_link: Unsubscribe}',
      '{postal_address}',
    ],
    placeholders: {
      subject: words('Subject of the newsletter'),
      content: requiredPart('What it says'),
      unsubscribe_link: requiredLink('Unsubscribe', 'Ends the newsletter, for as long as the email lies there'),
      postal_address: words('Postal address of the shop, by its setting'),
    },
  },
})

type NewsletterDeps = { settings: Settings; config: { publicUrl: string } }

/** Drafts a newsletter for one recipient. Its headers let email clients unsubscribe with one click (RFC 8058). */
export function draftNewsletter(
  { settings, config: { publicUrl } }: NewsletterDeps,
  { subject, body }: NewsletterText,
  { email, token }: { email: string; token: string },
): MailDraft {
  const url = publicUrl + fillPath(pagePatterns.endNewsletter, { token })
  const shop = settings.get('shop_name')
  const draft = draftMail(newsletterMailTexts.newsletter, email, shop, {
    subject,
    content: readNewsletter(body, publicUrl).map(toMailPart),
    unsubscribe_link: url,
    postal_address: settings.get('postal_address').split('\n').join(', '),
  })
  return {
    ...draft,
    headers: {
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': `<newsletter.${new URL(publicUrl).hostname}>`,
      Precedence: 'bulk',
    },
  }
}

/** An id that no subscriber has. */
const NO_SUBSCRIBER = { subscriberId: 0, made: 0 }

/**
 * Writes the current draft as an email to a staff member who wants to see it in their email client. Its links work, but
 * unsubscribe no one.
 */
export async function writeTestNewsletter(
  services: NewsletterDeps & { db: Database; signer: Signer },
  { newsletter_id, staff_id }: { newsletter_id: number; staff_id: number },
): Promise<MailDraft | undefined> {
  const [newsletter, staff] = await Promise.all([
    findNewsletter(services.db, newsletter_id),
    findStaffAccount(services.db, staff_id),
  ])
  if (!newsletter || !staff) return undefined
  const text = { ...newsletter, subject: `Test: ${newsletter.subject}` }
  const token = makeUnsubscribeToken(services.signer, { ...NO_SUBSCRIBER, newsletterId: newsletter_id })
  return draftNewsletter(services, text, { email: staff.email, token })
}

function toMailPart(part: NewsletterPart): MailPart {
  switch (part.kind) {
    case 'heading':
    case 'list':
      return part
    case 'paragraph':
      return { ...part, kind: 'prose' }
    case 'button':
      return { ...part, kind: 'action' }
  }
}
