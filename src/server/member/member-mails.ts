import type { Database } from '../database/connect.ts'
import type { UserId } from '../database/tables.generated.ts'
import type { Mail } from '../mail/mail-parts.ts'
import type { Settings } from '../settings/settings.ts'
import { hashToken, makeToken } from '../token.ts'
import { renewUndoLink } from './email-change.queries.ts'
import { findEmail, replaceProofLink } from './email-proof.queries.ts'
import { findUser, replacePasswordLink } from './member.queries.ts'
import { addedMail, emailChangedMail, proveEmailMail, resetPasswordMail, setPasswordMail } from './member-mail-texts.ts'

const SET_PASSWORD_MINUTES = 7 * 24 * 60

type Needs = { db: Database; settings: Settings; config: { publicUrl: string } }

/**
 * The mail with a link to set the first or another password. The link is made as the mail is written, so that neither
 * the queue nor a log ever holds it; a mail that is tried again carries a new one.
 */
export async function writePasswordMail(
  { db, settings, config }: Needs,
  kind: 'set_password' | 'reset_password',
  userId: UserId,
): Promise<Mail | undefined> {
  const user = await findUser(db, userId)
  // The account can be gone by the time its mail is written.
  if (!user) return undefined
  const minutes = kind === 'set_password' ? SET_PASSWORD_MINUTES : settings.get('reset_link_minutes')
  const url = await makePasswordLink({ db, config }, userId, minutes)
  const shop = settings.get('shop_name')
  return kind === 'set_password' ? setPasswordMail(shop, user, url) : resetPasswordMail(shop, user.email, url, minutes)
}

/** The same for somebody whom a member added to their direct line: it says who that was. */
export async function writeAddedMail(
  { db, settings, config }: Needs,
  userId: UserId,
  sponsorId: UserId,
): Promise<Mail | undefined> {
  const [user, sponsor] = await Promise.all([findUser(db, userId), findUser(db, sponsorId)])
  if (!user || !sponsor) return undefined
  const url = await makePasswordLink({ db, config }, userId, SET_PASSWORD_MINUTES)
  return addedMail(settings.get('shop_name'), user, sponsor, url)
}

async function makePasswordLink({ db, config }: Omit<Needs, 'settings'>, userId: UserId, minutes: number) {
  const token = makeToken()
  await replacePasswordLink(db, { userId, tokenHash: hashToken(token), minutes })
  return `${config.publicUrl}/password/reset/${token}`
}

/** To the address that an account had: the change, and the link that undoes it. */
export async function writeEmailChangedMail({ db, settings, config }: Needs, id: number): Promise<Mail | undefined> {
  const token = makeToken()
  const change = await renewUndoLink(db, id, hashToken(token))
  if (!change) return undefined
  return emailChangedMail(settings.get('shop_name'), change.old_email, `${config.publicUrl}/email/undo/${token}`)
}

/** The link that proves the mailbox and adds the orders placed as a guest. */
export async function writeProofMail({ db, settings, config }: Needs, userId: UserId): Promise<Mail | undefined> {
  const user = await findEmail(db, userId)
  if (!user) return undefined
  const token = makeToken()
  await replaceProofLink(db, { userId, email: user.email, tokenHash: hashToken(token) })
  return proveEmailMail(settings.get('shop_name'), user.email, `${config.publicUrl}/email/prove/${token}`)
}
