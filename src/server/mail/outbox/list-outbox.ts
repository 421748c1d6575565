import type { OpenedMail, OutboxMail } from '#contract/mail/outbox.ts'
import type { Role } from '#contract/permissions.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { MAX_COUNTED } from '#server/platform/database/count-up-to.ts'
import type { Services } from '#server/platform/services.ts'
import { canSeeStaffEmails } from './count-failed-emails.ts'
import { writeMaskedMail } from './mail.jobs.ts'
import {
  countOutbox,
  findEmailsTo,
  findOutbox,
  findOutboxMail,
  type MailState,
  type OutboxRow,
} from './outbox.queries.ts'
import { toMailVersion } from './resend-mail.ts'

const PAGE_SIZE = 50

type OutboxQuery = { state?: MailState | undefined; search: string; after?: string | undefined }
type OutboxServices = Pick<Services, 'db' | 'settings'>

const isToStaff = ({ payload }: OutboxRow): boolean => 'staff_id' in payload || 'todo' in payload

/** Returns a page of the emails that a role may see, latest first. */
export async function listOutbox(
  { db, settings }: OutboxServices,
  role: Role,
  { after, ...query }: OutboxQuery,
): Promise<{ data: OutboxMail[]; next: string | null; count: { value: number; more: boolean } }> {
  const filter = { ...query, withStaff: canSeeStaffEmails(role), shopEmail: settings.get('shop_email') }
  const [micros = '', id = ''] = after?.split('~') ?? []
  const page = { after: after === undefined ? undefined : { micros, id }, limit: PAGE_SIZE + 1 }
  const [rows, count] = await Promise.all([findOutbox(db, filter, page), countOutbox(db, filter)])
  const pageRows = rows.slice(0, PAGE_SIZE)
  const last = rows.length > PAGE_SIZE ? pageRows.at(-1) : undefined
  return {
    data: pageRows.map(presentMail),
    next: last ? `${last.queuedMicros}~${last.id}` : null,
    count: { value: Math.min(count, MAX_COUNTED), more: count > MAX_COUNTED },
  }
}

const MEMBER_MAIL_LIMIT = 30

/** Lists the latest emails to a member: sent, queued or undelivered. */
export async function listMemberEmails(db: Database, member: { userId: number; email: string }): Promise<OutboxMail[]> {
  return (await findEmailsTo(db, { ...member, limit: MEMBER_MAIL_LIMIT })).map(presentMail)
}

/** Returns one email, with its text as it would be written now; undefined if there is none that the role may see. */
export async function openMail(
  services: Pick<Services, 'db' | 'settings' | 'signer' | 'config'>,
  role: Role,
  id: string,
): Promise<OpenedMail | undefined> {
  const mail = await findOutboxMail(services.db, id, services.settings.get('shop_email'))
  if (!mail || (isToStaff(mail) && !canSeeStaffEmails(role))) return undefined
  const rendered = await writeMaskedMail(services, mail.payload, mail.sentAt)
  return {
    ...presentMail(mail),
    content: rendered ? { subject: rendered.subject, html: rendered.html, text: rendered.text } : null,
  }
}

const presentMail = ({ payload, queuedAt, sentAt, queuedMicros: _, tries, ...mail }: OutboxRow): OutboxMail => ({
  ...mail,
  mail: payload.mail,
  attempts: tries,
  subject: mail.subject || null,
  order_id: 'order_id' in payload ? payload.order_id : null,
  user_id: 'user_id' in payload ? payload.user_id : null,
  queued_at: queuedAt.toISOString(),
  sent_at: sentAt?.toISOString() ?? null,
  version: toMailVersion(mail),
})
