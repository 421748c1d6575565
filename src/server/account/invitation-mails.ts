import { fillPath, pagePaths, pagePatterns } from '#contract/paths.ts'
import { holdsLink } from '#domain/account/holds-link.ts'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { InvitationId } from '#server/platform/database/tables.generated.ts'
import { MASKED, type MailLinks } from '#server/platform/mail/mail-links.ts'
import { type Mail, writeMail } from '#server/platform/mail/mail-parts.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { findInvitationForMail, renewInvitationLink } from './invitation.queries.ts'
import { isEmailTaken } from './taken-email.queries.ts'

type Needs = { db: Database; settings: Settings; config: { publicUrl: string }; links?: MailLinks }

/**
 * The mail of an invitation; its link is made as it is written. An email that already has an account gets a different
 * text: only its owner learns of the account, not the sponsor. Undefined if the invitation has ended.
 */
export async function writeInvitationMail(
  { db, settings, config, links }: Needs,
  id: InvitationId,
): Promise<Mail | undefined> {
  const token = links === 'masked' ? MASKED : makeToken()
  const invitation =
    links === 'masked' ? await findInvitationForMail(db, id) : await renewInvitationLink(db, id, hashToken(token))
  if (!invitation) return undefined
  const { email, inviter_first_name, inviter_last_name } = invitation
  const to = { email, first_name: plainName(invitation.first_name, 'and welcome') }
  const inviter = plainName(`${inviter_first_name} ${inviter_last_name}`, 'A member')
  const decline = config.publicUrl + fillPath(pagePatterns.declineInvitation, { token })
  const shop = settings.get('shop_name')
  return (await isEmailTaken(db, email))
    ? invitedUserMail(shop, to, inviter, { login: config.publicUrl + pagePaths.login, decline })
    : invitationMail(shop, to, inviter, {
        accept: config.publicUrl + fillPath(pagePatterns.resetPassword, { token }),
        decline,
      })
}

/** Names taken over from another system, or entered before names were checked, may contain a link. */
const plainName = (name: string, otherwise: string): string => (holdsLink(name) ? otherwise : name.trim())

type Invited = { email: string; first_name: string }

export const invitationMail = (
  shop: string,
  to: Invited,
  inviter: string,
  links: { accept: string; decline: string },
): Mail =>
  writeMail(to.email, shop, `An invitation to ${shop}`, [
    {
      kind: 'paragraph',
      text: `Welcome, ${to.first_name}. ${inviter} invites you to ${shop}. Set a password, and your account is ready, in the direct line of ${inviter}.`,
    },
    { kind: 'action', label: 'Accept and set your password', url: links.accept },
    {
      kind: 'paragraph',
      text: 'The link is good for 14 days and can be used once. Until you accept there is no account for your email address, and you can also register without an invitation.',
    },
    { kind: 'link', label: 'Decline the invitation', url: links.decline },
  ])

export const invitedUserMail = (
  shop: string,
  to: Invited,
  inviter: string,
  links: { login: string; decline: string },
): Mail =>
  writeMail(to.email, shop, `An invitation to ${shop}`, [
    {
      kind: 'paragraph',
      text: `${inviter} wanted to invite you to ${shop}. You have an account for this email address already, and it stays as it is. ${inviter} is not told that you have one.`,
    },
    { kind: 'action', label: 'Sign in', url: links.login },
    { kind: 'link', label: 'Decline the invitation', url: links.decline },
  ])
