import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { MASKED, type MailLinks } from '#server/platform/mail/mail-links.ts'
import { type Mail, writeMail } from '#server/platform/mail/mail-parts.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { findStaffById } from './staff.queries.ts'
import { LINK_DAYS, makeStaffLink } from './staff-link.ts'
import { findReset, type ResetKind } from './staff-reset.queries.ts'

type Needs = { db: Database; settings: Settings; config: { publicUrl: string }; links?: MailLinks }

/** The link is made as the mail is written, so that neither the queue nor a log ever holds it. */
export async function writeStaffLinkMail(
  { db, settings, config, links }: Needs,
  staffId: number,
): Promise<Mail | undefined> {
  const staff = await findStaffById(db, staffId)
  if (!staff?.active) return undefined
  if (links === 'masked') {
    const masked = config.publicUrl + fillPath(adminPaths.setPassword, { token: MASKED })
    return staffLinkMail(settings.get('shop_name'), staff.email, masked)
  }
  const url = await inTransaction(db, (trx) => makeStaffLink(trx, staff.id, config.publicUrl))
  return staffLinkMail(settings.get('shop_name'), staff.email, url)
}

export const staffLinkMail = (shop: string, email: string, url: string): Mail =>
  writeMail(email, shop, `Your sign-in to the back office of ${shop}`, [
    { kind: 'paragraph', text: 'Set a password, and two-step sign-in where it is not set up yet.' },
    { kind: 'action', label: 'Set your password', url },
    { kind: 'paragraph', text: `The link is good for ${LINK_DAYS} days and can be used once.` },
  ])

/** To each who may approve: a reset that waits a day. */
export async function writeStaffResetMail(
  { db, settings, config }: Omit<Needs, 'links'>,
  ids: { staff_reset_id: number; staff_id: number },
): Promise<Mail | undefined> {
  const [reset, to] = await Promise.all([findReset(db, ids.staff_reset_id), findStaffById(db, ids.staff_id)])
  // Stopped or done before its mail was written.
  if (!reset || !to?.active) return undefined
  return staffResetMail(settings.get('shop_name'), to.email, reset, config.publicUrl + adminPaths.approvals)
}

const WHAT: Record<ResetKind, string> = { password: 'password', second_factor: 'two-step sign-in' }

export const staffResetMail = (
  shop: string,
  to: string,
  reset: { email: string; kind: ResetKind; asked_by: string; effective_at: Date },
  url: string,
): Mail =>
  writeMail(to, shop, `The ${WHAT[reset.kind]} of ${reset.email} is to be reset`, [
    {
      kind: 'paragraph',
      text: `${reset.asked_by} has asked for the ${WHAT[reset.kind]} of ${reset.email} to be reset. It happens at ${reset.effective_at.toISOString().slice(0, 16).replace('T', ' ')} UTC, unless you or somebody else who may approve stops it.`,
    },
    { kind: 'action', label: 'Look at it, or stop it', url },
  ])
