import type { NewsletterText } from '#domain/mail/newsletter-text.ts'
import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { deleteDraft, insertNewsletter, lockNewsletter, updateNewsletter } from './newsletter.queries.ts'

/** `already_started`: a newsletter cannot be changed once its sending has started. */
export type NewsletterRefusal = Refusal<'not_found' | 'stale' | 'newsletter_started'>
/** `expectedVersion` is the one shown to the caller. */
export type NewsletterVersion = { id: number; expectedVersion: string }

/** Creates a draft; its text need not be valid yet. */
export async function writeNewsletter(trx: Transaction, actor: Actor, input: NewsletterText): Promise<{ id: number }> {
  const text = trimText(input)
  const id = await insertNewsletter(trx, text, formatActorName(actor))
  await recordAction(trx, actor, { action: 'newsletter.created', subject: { kind: 'newsletter', id }, after: text })
  return { id }
}

/** Saves a draft; an identical text changes nothing. */
export async function saveNewsletter(
  trx: Transaction,
  actor: Actor,
  { expected, text: input }: { expected: NewsletterVersion; text: NewsletterText },
): Promise<Result<NoValue, NewsletterRefusal>> {
  const draft = await requireDraft(trx, expected)
  if (!draft.ok) return draft
  const text = trimText(input)
  const { subject, body } = draft.newsletter
  if (subject === text.subject && body === text.body) return { ok: true }
  await updateNewsletter(trx, expected.id, text, formatActorName(actor))
  await recordAction(trx, actor, {
    action: 'newsletter.changed',
    subject: { kind: 'newsletter', id: expected.id },
    before: { subject, body },
    after: text,
  })
  return { ok: true }
}

/** Discards a draft. */
export async function discardNewsletter(
  trx: Transaction,
  actor: Actor,
  expected: NewsletterVersion,
): Promise<Result<NoValue, NewsletterRefusal>> {
  const draft = await requireDraft(trx, expected)
  if (!draft.ok) return draft
  const { subject, body } = draft.newsletter
  await deleteDraft(trx, expected.id)
  await recordAction(trx, actor, {
    action: 'newsletter.discarded',
    subject: { kind: 'newsletter', id: expected.id },
    before: { subject, body },
  })
  return { ok: true }
}

/** Locks a draft and checks its version. */
export async function requireDraft(trx: Transaction, { id, expectedVersion }: NewsletterVersion) {
  const newsletter = await lockNewsletter(trx, id)
  if (!newsletter) return refuse({ code: 'not_found' })
  if (newsletter.state !== 'draft') return refuse({ code: 'newsletter_started' })
  if (String(newsletter.version) !== expectedVersion) return refuse({ code: 'stale' })
  return { ok: true as const, newsletter }
}

const trimText = ({ subject, body }: NewsletterText): NewsletterText => ({
  subject: subject.replaceAll(/\s+/g, ' ').trim(),
  body: body.replaceAll('\r\n', '\n').trim(),
})
