import { fillPath, pagePatterns } from '#contract/paths.ts'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { MASKED, type MailLinks } from '#server/platform/mail/mail-links.ts'
import { button, draftMail, type MailDraft, mailTexts, requiredLink } from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { findUnconfirmed, renewSubscriptionLink } from './subscription.queries.ts'

type SubscriptionMailDeps = { db: Database; settings: Settings; config: { publicUrl: string }; links?: MailLinks }

export const subscriptionMailTexts = mailTexts('members', {
  confirm_newsletter: {
    name: 'Confirm subscription',
    meaning: 'To an email entered for the newsletter; none is sent until it is confirmed',
    subject: 'Confirm your subscription to {shop_name} news',
    body: [
      'Please confirm that you’d like to get our newsletter.',
      '{confirm_link: Yes, subscribe me}',
      'This link expires in 7 days. If you didn’t sign up, you can ignore this email. We won’t send you a newsletter until you confirm.',
      '{stop_link: Unsubscribe}',
    ],
    placeholders: {
      confirm_link: button('Yes, subscribe me', 'Confirms, once'),
      stop_link: requiredLink('Unsubscribe', 'Ends it, once'),
    },
  },
})

/** Creates the link when the email is written. Returns undefined if nothing is left to confirm. */
export async function writeSubscriptionMail(
  { db, settings, config, links }: SubscriptionMailDeps,
  id: number,
): Promise<MailDraft | undefined> {
  const token = links === 'masked' ? MASKED : makeToken()
  const subscriber =
    links === 'masked' ? await findUnconfirmed(db, id) : await renewSubscriptionLink(db, id, hashToken(token))
  return subscriber && subscriptionMail(settings.get('shop_name'), subscriber.email, config.publicUrl, token)
}

export const subscriptionMail = (shop: string, email: string, publicUrl: string, token: string): MailDraft =>
  draftMail(subscriptionMailTexts.confirm_newsletter, email, shop, {
    confirm_link: publicUrl + fillPath(pagePatterns.confirmNewsletter, { token }),
    stop_link: publicUrl + fillPath(pagePatterns.endNewsletter, { token }),
  })
