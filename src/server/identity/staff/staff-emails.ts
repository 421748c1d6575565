import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import type { Signer } from '#server/platform/crypto/signer.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { MASKED, type MailLinks } from '#server/platform/mail/mail-links.ts'
import { button, draftMail, type MailDraft, mailTexts, optionalLink, words } from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { makeResetToken } from './reset-token.ts'
import { findStaffById } from './staff.queries.ts'
import { canReceiveLink, LINK_DAYS, makeStaffLink } from './staff-link.ts'
import { findReset, type ResetKind } from './staff-reset.queries.ts'

type StaffMailDeps = {
  db: Database
  settings: Settings
  config: { publicUrl: string }
  signer: Signer
  links?: MailLinks
}

/** Creates the link while writing the email, so that neither the queue nor a log ever contains it. */
export async function writeStaffLinkMail(
  { db, settings, config, links }: Omit<StaffMailDeps, 'signer'>,
  staffId: number,
): Promise<MailDraft | undefined> {
  const staff = await findStaffById(db, staffId)
  if (!staff?.active || !(await canReceiveLink(db, staff))) return undefined
  if (links === 'masked') {
    const maskedUrl = config.publicUrl + fillPath(adminPaths.setPassword, { token: MASKED })
    return staffLinkMail(settings.get('shop_name'), staff.email, maskedUrl)
  }
  const url = await inTransaction(db, (trx) => makeStaffLink(trx, staff.id, config.publicUrl))
  return staffLinkMail(settings.get('shop_name'), staff.email, url)
}

export const staffMailTexts = mailTexts('staff', {
  staff_link: {
    name: 'Sign-in to the back office',
    meaning: 'To staff who need to set a password',
    subject: 'Set your password for the {shop_name} back office',
    body: [
      'Set your password for the {shop_name} back office, and two-step sign-in if you haven’t set it up yet.',
      '{password_link: Set your password}',
      'The link is valid for {link_days} days and can be used once.',
    ],
    placeholders: {
      password_link: button('Set your password', 'Sets the staff member’s password, once'),
      link_days: words('How long the link is valid, in days'),
    },
  },
  staff_reset: {
    name: 'Staff reset',
    meaning: 'To approvers, when another approver’s sign-in will be reset',
    subject: 'The {what} of {email} will be reset',
    body: [
      '{requested_by} requested a reset of the {what} of {email}. It takes effect on {happens_at} unless you or another approver stops it.',
      '{stop_link: Stop the reset}',
      'You don’t need to sign in. The link shows the reset first, and a button there stops it.',
      '{approvals_link: View pending approvals}',
    ],
    placeholders: {
      what: words('password, or two-step sign-in'),
      email: words('Email of the person being reset'),
      requested_by: words('Who requested it'),
      happens_at: words('When it takes effect'),
      stop_link: button('Stop the reset', 'Shows the reset and a button to stop it, without signing in'),
      approvals_link: optionalLink('View pending approvals', 'The approvals page of the back office'),
    },
  },
})

export const staffLinkMail = (shop: string, email: string, url: string): MailDraft =>
  draftMail(staffMailTexts.staff_link, email, shop, { password_link: url, link_days: String(LINK_DAYS) })

/** Writes the email to each approver about a reset that waits a day, with a personal link that stops it. */
export async function writeStaffResetMail(
  { db, settings, config, signer }: Omit<StaffMailDeps, 'links'>,
  ids: { staff_reset_id: number; staff_id: number },
): Promise<MailDraft | undefined> {
  const [reset, recipient] = await Promise.all([findReset(db, ids.staff_reset_id), findStaffById(db, ids.staff_id)])
  // Stopped or executed before its email was written.
  if (!reset || !recipient?.active) return undefined
  const token = makeResetToken(signer, reset, recipient)
  return staffResetMail(settings.get('shop_name'), recipient.email, reset, {
    stop: config.publicUrl + fillPath(adminPaths.stopReset, { token }),
    approvals: config.publicUrl + adminPaths.approvals,
  })
}

/** `Friday, November 27 at 2:00 PM EST`, in the shop's time zone (docs/product §11.8). */
const dateTimeFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'America/New_York',
  timeZoneName: 'short',
})

const RESET_LABELS: Record<ResetKind, string> = { password: 'password', second_factor: 'two-step sign-in' }

export const staffResetMail = (
  shop: string,
  recipient: string,
  reset: { email: string; kind: ResetKind; requested_by: string; effective_at: Date },
  links: { stop: string; approvals: string },
): MailDraft =>
  draftMail(staffMailTexts.staff_reset, recipient, shop, {
    what: RESET_LABELS[reset.kind],
    email: reset.email,
    requested_by: reset.requested_by,
    happens_at: dateTimeFormat.format(reset.effective_at),
    stop_link: links.stop,
    approvals_link: links.approvals,
  })
