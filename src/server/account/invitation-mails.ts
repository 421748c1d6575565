import { fillPath, pagePaths, pagePatterns } from '#contract/paths.ts'
import { holdsLink } from '#domain/account/holds-link.ts'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { InvitationId } from '#server/platform/database/tables.generated.ts'
import { MASKED, type MailLinks } from '#server/platform/mail/mail-links.ts'
import { button, draftMail, type MailDraft, mailTexts, neededLink, words } from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { findInvitationForMail, renewInvitationLink } from './invitation.queries.ts'
import { isEmailTaken } from './taken-email.queries.ts'

type Needs = { db: Database; settings: Settings; config: { publicUrl: string }; links?: MailLinks }

/**
 * Writes the mail of an invitation; its link is created at the same time. An email that already has an account gets a
 * different text, so only its owner learns of the account, not the sponsor. Returns undefined if the invitation has
 * ended.
 */
export async function writeInvitationMail(
  { db, settings, config, links }: Needs,
  id: InvitationId,
): Promise<MailDraft | undefined> {
  const token = links === 'masked' ? MASKED : makeToken()
  const invitation =
    links === 'masked' ? await findInvitationForMail(db, id) : await renewInvitationLink(db, id, hashToken(token))
  if (!invitation) return undefined
  const { email, inviter_first_name, inviter_last_name } = invitation
  const inviter = plainName(`${inviter_first_name} ${inviter_last_name}`, 'A member')
  const decline_link = config.publicUrl + fillPath(pagePatterns.declineInvitation, { token })
  const shop = settings.get('shop_name')
  return (await isEmailTaken(db, email))
    ? draftMail(invitationMailTexts.added_by_sponsor_again, email, shop, {
        inviter,
        sign_in_link: config.publicUrl + pagePaths.login,
        decline_link,
      })
    : draftMail(invitationMailTexts.added_by_sponsor, email, shop, {
        first_name: plainName(invitation.first_name, 'and welcome'),
        inviter,
        accept_link: config.publicUrl + fillPath(pagePatterns.resetPassword, { token }),
        decline_link,
      })
}

/** Names imported from another system, or entered before names were checked, may contain a link. */
const plainName = (name: string, otherwise: string): string => (holdsLink(name) ? otherwise : name.trim())

const decline = neededLink('Decline the invitation', 'Declines, without an account')
const inviter = words('Name of the member who invites')

export const invitationMailTexts = mailTexts('members', {
  added_by_sponsor: {
    name: 'Invitation',
    meaning: 'To somebody whom a member invites',
    subject: 'An invitation to {shop_name}',
    body: [
      'Welcome, {first_name}. {inviter} invites you to {shop_name}. Set a password, and your account is ready, in the direct line of {inviter}.',
      '{accept_link: Accept and set your password}',
      'The link is good for 14 days and can be used once. Until you accept there is no account for your email address, and you can also register without an invitation.',
      '{decline_link: Decline the invitation}',
    ],
    placeholders: {
      first_name: words('First name of the invited person'),
      inviter,
      accept_link: button('Accept and set your password', 'Accepts and sets the password; works for 14 days'),
      decline_link: decline,
    },
  },
  added_by_sponsor_again: {
    name: 'Invitation of a user',
    meaning: 'To somebody whom a member invites, and who has an account already',
    subject: 'An invitation to {shop_name}',
    body: [
      '{inviter} wanted to invite you to {shop_name}. You have an account for this email address already, and it stays as it is. {inviter} is not told that you have one.',
      '{sign_in_link: Sign in}',
      '{decline_link: Decline the invitation}',
    ],
    placeholders: { inviter, sign_in_link: button('Sign in', 'The page to sign in'), decline_link: decline },
  },
})
