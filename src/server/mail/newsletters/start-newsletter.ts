import { checkNewsletter, type NewsletterError } from '#domain/mail/newsletter-text.ts'
import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { lockNewsletter, setResumed, setStarted, setStopped } from './newsletter.queries.ts'
import { type NewsletterRefusal, type NewsletterVersion, requireDraft } from './save-newsletter.ts'

type StartDeps = { jobs: Pick<Jobs, 'queue'> }
export type StartRefusal =
  | NewsletterRefusal
  | { code: 'invalid'; faults: readonly NewsletterError[] }
  | { code: 'no_subscribers' }

/**
 * Starts sending a newsletter to everyone subscribed now, in the version shown to the caller. A job sends the emails.
 */
export async function startNewsletter(
  trx: Transaction,
  actor: Actor,
  expected: NewsletterVersion,
  { jobs }: StartDeps,
): Promise<Result<{ recipients: number }, StartRefusal>> {
  const draft = await requireDraft(trx, expected)
  if (!draft.ok) return refuse(draft.refusal)
  const faults = checkNewsletter(draft.newsletter)
  if (faults.length > 0) return refuse({ code: 'invalid', faults })
  const recipients = await setStarted(trx, expected.id, formatActorName(actor))
  if (recipients === 0) return refuse({ code: 'no_subscribers' })
  await jobs.queue(trx, 'newsletter', [{ newsletter_id: expected.id }])
  await recordAction(trx, actor, {
    action: 'newsletter.started',
    subject: { kind: 'newsletter', id: expected.id },
    after: { subject: draft.newsletter.subject, recipients },
  })
  return { ok: true, recipients }
}

/** Stops a newsletter that is being sent: emails in progress are still sent, but none after them. */
export async function stopNewsletter(
  trx: Transaction,
  actor: Actor,
  id: number,
): Promise<Result<NoValue, Refusal<'not_found' | 'newsletter_not_sending'>>> {
  const newsletter = await lockNewsletter(trx, id)
  if (!newsletter) return refuse({ code: 'not_found' })
  if (newsletter.state !== 'sending') return refuse({ code: 'newsletter_not_sending' })
  await setStopped(trx, id, 'staff')
  await recordAction(trx, actor, { action: 'newsletter.stopped', subject: { kind: 'newsletter', id } })
  return { ok: true }
}

/** Resumes a stopped newsletter for the remaining recipients. */
export async function resumeNewsletter(
  trx: Transaction,
  actor: Actor,
  id: number,
  { jobs }: StartDeps,
): Promise<Result<NoValue, Refusal<'not_found' | 'newsletter_not_stopped'>>> {
  const newsletter = await lockNewsletter(trx, id)
  if (!newsletter) return refuse({ code: 'not_found' })
  if (newsletter.state !== 'stopped') return refuse({ code: 'newsletter_not_stopped' })
  await setResumed(trx, id)
  await jobs.queue(trx, 'newsletter', [{ newsletter_id: id }])
  await recordAction(trx, actor, { action: 'newsletter.resumed', subject: { kind: 'newsletter', id } })
  return { ok: true }
}
