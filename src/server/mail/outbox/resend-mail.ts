import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import type { AuditSubject } from '#server/identity/audit/entry.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { countResend, lockSent } from './outbox.queries.ts'
import type { MailPayload } from './undelivered-emails.queries.ts'

export type ResendRefusal = Refusal<'mail_not_sent' | 'stale'>

/**
 * Queues a sent email again as a new one, rendered from current data for the same recipient, with new links.
 * Refuses if it is no longer at `expectedVersion`: someone else has resent it.
 */
export async function resendMail(
  trx: Transaction,
  actor: Actor,
  { id, expectedVersion }: { id: string; expectedVersion: string },
  jobs: Jobs,
): Promise<Result<NoValue, ResendRefusal>> {
  const sentMail = await lockSent(trx, id)
  if (!sentMail) return refuse({ code: 'mail_not_sent' })
  if (toMailVersion(sentMail) !== expectedVersion) return refuse({ code: 'stale' })
  await countResend(trx, id)
  await jobs.queue(trx, 'mail', [sentMail.payload])
  await recordAction(trx, actor, {
    action: 'mail.resent',
    subject: toSubject(sentMail.payload, id),
    after: { mail_id: id, mail: sentMail.payload.mail },
  })
  return { ok: true }
}

/** Every manual resend changes it. */
export const toMailVersion = ({ resends }: { resends: number }): string => String(resends)

/** Emails about an order belong to its history, as do emails about a member. */
function toSubject(payload: MailPayload, id: string): AuditSubject {
  if ('order_id' in payload) return { kind: 'order', id: payload.order_id }
  if ('user_id' in payload) return { kind: 'member', id: payload.user_id }
  if ('staff_id' in payload) return { kind: 'staff', id: payload.staff_id }
  return { kind: 'mail', id }
}
