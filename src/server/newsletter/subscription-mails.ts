import { fillPath, pagePatterns } from '#contract/paths.ts'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { MASKED, type MailLinks } from '#server/platform/mail/mail-links.ts'
import { button, draftMail, type MailDraft, mailTexts, neededLink } from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { findAsked, renewSubscriptionLink } from './subscription.queries.ts'

type Needs = { db: Database; settings: Settings; config: { publicUrl: string }; links?: MailLinks }

export const subscriptionMailTexts = mailTexts('members', {
  confirm_newsletter: {
    name: 'Confirm the newsletter',
    meaning: 'To an email that was entered for the newsletter; until it is confirmed, none is sent',
    subject: 'Please confirm the {shop_name} newsletter',
    body: [
      'Please confirm that you’d like our newsletter.',
      '{confirm_link: Yes, subscribe me}',
      'The link is good for 7 days. If you did not ask for it, you can ignore this email: we send no newsletter until you confirm.',
      '{stop_link: Unsubscribe}',
    ],
    placeholders: {
      confirm_link: button('Yes, subscribe me', 'Confirms, once'),
      stop_link: neededLink('Unsubscribe', 'Ends it, once'),
    },
  },
})

/** Creates the link when the email is written. Returns undefined if nothing is left to confirm. */
export async function writeSubscriptionMail(
  { db, settings, config, links }: Needs,
  id: number,
): Promise<MailDraft | undefined> {
  const token = links === 'masked' ? MASKED : makeToken()
  const asked = links === 'masked' ? await findAsked(db, id) : await renewSubscriptionLink(db, id, hashToken(token))
  return asked && subscriptionMail(settings.get('shop_name'), asked.email, config.publicUrl, token)
}

export const subscriptionMail = (shop: string, email: string, publicUrl: string, token: string): MailDraft =>
  draftMail(subscriptionMailTexts.confirm_newsletter, email, shop, {
    confirm_link: publicUrl + fillPath(pagePatterns.confirmNewsletter, { token }),
    stop_link: publicUrl + fillPath(pagePatterns.endNewsletter, { token }),
  })
