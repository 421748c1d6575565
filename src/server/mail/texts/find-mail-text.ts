import { checkMailText, type MailText } from '#domain/mail/mail-template.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { MailTextKind } from '#server/platform/mail/mail-text.ts'
import { findTextVersion } from './mail-text.queries.ts'

/**
 * Returns the text used for an email: the latest stored one (optionally as of an instant), otherwise the default. A
 * stored text that no longer fits, because a newer version of the shop has other placeholders, is replaced by the
 * default.
 */
export async function findMailText(db: Database, kind: MailTextKind, instant: Date | null = null): Promise<MailText> {
  const storedText = toMailText(await findTextVersion(db, kind.key, instant))
  return storedText && isValidText(kind, storedText) ? storedText : kind
}

/** Returns undefined if the default applies. */
export const toMailText = (
  version: { subject: string | null; body: string | null } | undefined,
): MailText | undefined =>
  version && version.subject !== null && version.body !== null
    ? { subject: version.subject, body: version.body }
    : undefined

export const isValidText = (kind: MailTextKind, text: MailText): boolean =>
  checkMailText(text, kind.placeholders).length === 0
