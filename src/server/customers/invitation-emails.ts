import { fillPath, pagePaths, pagePatterns } from '#contract/paths.ts'
import { containsLink } from '#domain/customers/contains-link.ts'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { InvitationId } from '#server/platform/database/tables.generated.ts'
import { MASKED, type MailLinks } from '#server/platform/mail/mail-links.ts'
import { button, draftMail, type MailDraft, mailTexts, requiredLink, words } from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { findInvitationForMail, renewInvitationLink } from './invitation.queries.ts'
import { isEmailTaken } from './taken-email.queries.ts'

type InvitationMailDeps = { db: Database; settings: Settings; config: { publicUrl: string }; links?: MailLinks }

/**
 * Writes the email of an invitation; its link is created at the same time. An address that already has an account gets
 * a different text, so only its owner learns of the account, not the sponsor. Returns undefined if the invitation has
 * ended.
 */
export async function writeInvitationMail(
  { db, settings, config, links }: InvitationMailDeps,
  id: InvitationId,
): Promise<MailDraft | undefined> {
  const token = links === 'masked' ? MASKED : makeToken()
  const invitation =
    links === 'masked' ? await findInvitationForMail(db, id) : await renewInvitationLink(db, id, hashToken(token))
  if (!invitation) return undefined
  const { email, inviter_first_name, inviter_last_name } = invitation
  const inviter = sanitizeName(`${inviter_first_name} ${inviter_last_name}`, 'A member')
  const decline_link = config.publicUrl + fillPath(pagePatterns.declineInvitation, { token })
  const shop = settings.get('shop_name')
  return (await isEmailTaken(db, email))
    ? draftMail(invitationMailTexts.added_by_sponsor_again, email, shop, {
        inviter,
        sign_in_link: config.publicUrl + pagePaths.login,
        decline_link,
      })
    : draftMail(invitationMailTexts.added_by_sponsor, email, shop, {
        first_name: sanitizeName(invitation.first_name, 'and welcome'),
        inviter,
        accept_link: config.publicUrl + fillPath(pagePatterns.resetPassword, { token }),
        decline_link,
      })
}

/** Names imported from another system, or entered before names were checked, may contain a link. */
const sanitizeName = (name: string, fallback: string): string => (containsLink(name) ? fallback : name.trim())

const decline = requiredLink('Decline the invitation', 'Declines, without an account')
const inviter = words('Name of the inviting member')

export const invitationMailTexts = mailTexts('members', {
  added_by_sponsor: {
    name: 'Invitation',
    meaning: 'To someone a member invites',
    subject: 'An invitation to {shop_name}',
    body: [
      'Hi {first_name}, {inviter} invited you to {shop_name}. Set a password to create your account, and you’ll join {inviter}’s direct line.',
      '{accept_link: Accept and set your password}',
      'This link expires in 14 days and works once. You won’t have an account until you accept. You can also register without an invitation.',
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
    meaning: 'To someone a member invites who already has an account',
    subject: 'An invitation to {shop_name}',
    body: [
      '{inviter} tried to invite you to {shop_name}. You already have an account with this email address, so nothing has changed. We don’t tell {inviter} that you have one.',
      '{sign_in_link: Log in}',
      '{decline_link: Decline the invitation}',
    ],
    placeholders: { inviter, sign_in_link: button('Log in', 'The login page'), decline_link: decline },
  },
})
