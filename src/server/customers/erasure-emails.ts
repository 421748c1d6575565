import { pagePaths } from '#contract/paths.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { button, draftMail, type MailDraft, mailTexts, words } from '#server/platform/mail/mail-text.ts'
import type { Services } from '#server/platform/services.ts'
import { selectContact } from './account.queries.ts'

export type ErasureMail = 'erasure_begins' | 'erasure_ends'
type ErasureMailDeps = { db: Database } & Pick<Services, 'settings' | 'config'>

/**
 * Writes the emails about an erasure: after the request, and right before it is executed. Returns undefined for an
 * erased account.
 */
export async function writeErasureMail(
  { db, settings, config }: ErasureMailDeps,
  mail: ErasureMail,
  userId: UserId,
): Promise<MailDraft | undefined> {
  const contact = await selectContact(db, userId)
  if (!contact) return undefined
  const { user_email: email, first_name } = contact
  return erasureMail(mail, { email, first_name }, settings.get('shop_name'), config.publicUrl)
}

const first_name = words('First name')

export const erasureMailTexts = mailTexts('accounts', {
  erasure_begins: {
    name: 'Erasure requested',
    meaning: 'To a member whose erasure was requested, in case it was someone else',
    subject: 'Your {shop_name} account will be erased',
    body: [
      'Hi {first_name},',
      'You asked us to erase your account and personal data. We’ll do so in 14 days, or later if an order, balance or payout is still open.',
      'Until then, you can change your mind. If this wasn’t you, cancel the request now and change your password.',
      '{my_data_link: My Data}',
    ],
    placeholders: { first_name, my_data_link: button('My Data', 'The account page where the request can be canceled') },
  },
  erasure_ends: {
    name: 'Erased',
    meaning: 'The last email to a member, right before they are erased',
    subject: 'Your {shop_name} account has been erased',
    body: [
      'Hi {first_name},',
      'As you asked, we’re erasing your account: your name, email, phone number, addresses, posts, comments and files. We keep your orders without your name, as the law requires.',
      'This is the last email you’ll get from us. Thank you for being with us.',
    ],
    placeholders: { first_name },
  },
})

export function erasureMail(
  mail: ErasureMail,
  { email, first_name }: { email: string; first_name: string },
  shop: string,
  publicUrl: string,
): MailDraft {
  return mail === 'erasure_begins'
    ? draftMail(erasureMailTexts.erasure_begins, email, shop, {
        first_name,
        my_data_link: publicUrl + pagePaths.accountData,
      })
    : draftMail(erasureMailTexts.erasure_ends, email, shop, { first_name })
}
