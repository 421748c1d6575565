import { checkMailText, type MailText } from '#domain/mail/mail-template.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { MailTextKind } from '#server/platform/mail/mail-text.ts'
import { findTextVersion } from './mail-text.queries.ts'

/**
 * Returns the text that an email is written with: the last one stored (by the given day, if any), else the default. A
 * stored text that no longer fits, because a newer version of the shop has other placeholders, is replaced by the
 * default.
 */
export async function findTextOf(db: Database, kind: MailTextKind, at: Date | null = null): Promise<MailText> {
  const stored = textOf(await findTextVersion(db, kind.key, at))
  return stored && fits(kind, stored) ? stored : kind
}

/** Returns undefined if the default applies. */
export const textOf = (version: { subject: string | null; body: string | null } | undefined): MailText | undefined =>
  version && version.subject !== null && version.body !== null
    ? { subject: version.subject, body: version.body }
    : undefined

export const fits = (kind: MailTextKind, text: MailText): boolean => checkMailText(text, kind.placeholders).length === 0
