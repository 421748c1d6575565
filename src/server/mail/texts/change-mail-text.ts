import { checkMailText, type MailText, type MailTextError } from '#domain/mail/mail-template.ts'
import { type NoValue, type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { toMailText } from './find-mail-text.ts'
import { addTextVersion, findTextVersion } from './mail-text.queries.ts'
import { type MailTextKey, mailTexts } from './mail-texts.ts'

export type MailTextChange = {
  mail: MailTextKey
  /** `default` uses the built-in text, including later changes of it in newer versions of the shop. */
  text: MailText | 'default'
  /** Version shown to the caller; undefined skips the check. */
  expectedVersion?: string | undefined
  reason?: string | undefined
}
export type MailTextRefusal = { code: 'stale' } | { code: 'invalid'; faults: readonly MailTextError[] }

/** Stores the text of an email, or restores its default (docs/back-office §6); an identical text changes nothing. */
export async function changeMailText(
  trx: Transaction,
  actor: Actor,
  { mail, text, expectedVersion, reason }: MailTextChange,
): Promise<Result<NoValue, MailTextRefusal>> {
  const kind = mailTexts[mail]
  const after = text === 'default' ? undefined : trimText(text)
  const faults = after ? checkMailText(after, kind.placeholders) : []
  if (faults.length > 0) return refuse({ code: 'invalid', faults })
  const latest = await findTextVersion(trx, mail, null)
  if (expectedVersion !== undefined && expectedVersion !== toTextVersion(latest)) {
    return refuse({ code: 'stale' })
  }
  const before = toMailText(latest)
  if (before?.subject === after?.subject && before?.body === after?.body) return { ok: true }
  const isAdded = await addTextVersion(trx, {
    mail,
    version: (latest?.version ?? 0) + 1,
    subject: after?.subject ?? null,
    body: after?.body ?? null,
    made_by: formatActorName(actor),
    reason: reason ?? '',
  })
  if (!isAdded) return refuse({ code: 'stale' })
  await recordAction(trx, actor, {
    action: after ? 'mail_text.changed' : 'mail_text.reset',
    subject: { kind: 'mail_text', id: mail },
    before: { subject: before?.subject ?? null, body: before?.body ?? null },
    after: { subject: after?.subject ?? null, body: after?.body ?? null },
    reason,
  })
  return { ok: true }
}

/** `0` if the text has never been changed. */
export const toTextVersion = (latest: { version: number } | undefined): string => String(latest?.version ?? 0)

const trimText = ({ subject, body }: MailText): MailText => ({
  subject: subject.replaceAll(/\s+/g, ' ').trim(),
  body: body.replaceAll('\r\n', '\n').trim(),
})
