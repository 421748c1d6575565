import { checkNewsletter, type NewsletterError } from '#domain/mail/newsletter-text.ts'
import { type NoValue, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { type NewsletterRefusal, type NewsletterVersion, requireDraft } from './save-newsletter.ts'

export type TestRefusal = NewsletterRefusal | { code: 'invalid'; faults: readonly NewsletterError[] }

/** Emails a draft only to the person who requests it. */
export async function testNewsletter(
  trx: Transaction,
  actor: Extract<Actor, { kind: 'staff' }>,
  expected: NewsletterVersion,
  { jobs }: { jobs: Pick<Jobs, 'queue'> },
): Promise<Result<NoValue, TestRefusal>> {
  const draft = await requireDraft(trx, expected)
  if (!draft.ok) return refuse(draft.refusal)
  const faults = checkNewsletter(draft.newsletter)
  if (faults.length > 0) return refuse({ code: 'invalid', faults })
  await jobs.queue(trx, 'mail', [{ mail: 'newsletter', newsletter_id: expected.id, staff_id: actor.staffId }])
  await recordAction(trx, actor, { action: 'newsletter.test_sent', subject: { kind: 'newsletter', id: expected.id } })
  return { ok: true }
}
